import { actOnDisplaced } from '#shared/contract/disruptions.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import type { DisplacedAct } from '#shared/domain/displaced-state.ts';
import { useChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';

type Visits = BodyInput<typeof actOnDisplaced>['visits'];

/** Does something about displaced visits and says what came of it, also for whom it could not be done. */
export function useActs(disruptionId: number) {
  const { mutateAsync: send, isPending, variables } = useChange(actOnDisplaced, { untilRead: true });
  async function act(name: DisplacedAct, visits: Visits): Promise<void> {
    try {
      const { done, left } = await send({ params: { id: disruptionId }, body: { act: name, visits } });
      showToast({
        kind: done > 0 ? 'success' : 'info',
        title: t(`plans.done.${name}`, { n: done }),
        ...(left.length > 0 ? { description: t('plans.done.left', { n: left.length }) } : {}),
      });
    } catch (error) {
      showToast({
        kind: 'error',
        title: t('plans.failed'),
        description: reasonOf(error, t('error.unknown')),
      });
    }
  }
  return { act, doing: isPending ? variables?.body.act : undefined };
}
