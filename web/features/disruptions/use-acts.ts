import { actOnDisplaced } from '#shared/contract/disruptions.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import type { DisplacedAct } from '#shared/domain/displaced-state.ts';
import { useChange } from '#web/api/changes.ts';
import { sayFailed } from '#web/api/say-failed.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';

type Visits = BodyInput<typeof actOnDisplaced>['visits'];
type Outcome = { readonly done: number; readonly left: readonly number[] };

/** Does something about one or many and says what came of it, also for whom it could not be done. */
export async function outcome(name: DisplacedAct, act: () => Promise<Outcome>): Promise<void> {
  try {
    const { done, left } = await act();
    showToast({
      kind: done > 0 ? 'success' : 'info',
      title: t(`plans.done.${name}`, { n: done }),
      ...(left.length > 0 ? { description: t('plans.done.left', { n: left.length }) } : {}),
    });
  } catch (error) {
    sayFailed(t('plans.failed'), error);
  }
}

/** What is done about displaced visits of one disruption. */
export function useActs(disruptionId: number) {
  const { mutateAsync: send, isPending, variables } = useChange(actOnDisplaced, { untilRead: true });
  const act = (name: DisplacedAct, visits: Visits, said?: string) =>
    outcome(name, () =>
      send({ params: { id: disruptionId }, body: { act: name, visits, ...(said ? { said } : {}) } }),
    );
  return { act, doing: isPending ? variables?.body.act : undefined };
}
