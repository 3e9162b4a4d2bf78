import { actOnDisplaced } from '#shared/contract/disruptions.ts';
import type { BodyInput, Reply } from '#shared/contract/endpoint.ts';
import type { DisplacedAct } from '#shared/domain/displaced-state.ts';
import { useChange } from '#web/api/changes.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { formatNotified, formatUnnotified } from '#web/api/notified-text.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';

type DisplacedActBody = BodyInput<typeof actOnDisplaced>['visits'];
type Outcome = Reply<typeof actOnDisplaced>;

/** Runs an action on one or many patients and reports the result, including those for whom it failed. */
export async function runDisplacedAct(name: DisplacedAct, act: () => Promise<Outcome>): Promise<void> {
  try {
    const { done, left, untold = [], ...told } = await act();
    const notLeft = left.length > 0 ? t('plans.done.left', { n: left.length }) : null;
    const description = [notLeft, formatNotified(told), formatUnnotified(untold)].filter(Boolean).join(' ');
    showToast({
      // Names take longer to read than a success is shown.
      kind: done > 0 && untold.length === 0 ? 'success' : 'info',
      title: t(`plans.done.${name}`, { n: done }),
      ...(description ? { description } : {}),
    });
  } catch (error) {
    showErrorToast(t('plans.failed'), error);
  }
}

/** Actions on the displaced appointments of one disruption. */
export function useDisplacedActs(disruptionId: number) {
  const { mutateAsync: send, isPending, variables } = useChange(actOnDisplaced, { untilRead: true });
  const act = (name: DisplacedAct, visits: DisplacedActBody, said?: string) =>
    runDisplacedAct(name, () =>
      send({ params: { id: disruptionId }, body: { act: name, visits, ...(said ? { said } : {}) } }),
    );
  return { act, doing: isPending ? variables?.body.act : undefined };
}
