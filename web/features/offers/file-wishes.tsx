import { leaveWish, listWaiting } from '#shared/contract/offers.ts';
import { offersPerWish } from '#shared/domain/wish-rules.ts';
import { useChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { number, t } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { restWords } from './rest-words.ts';
import { WishLine } from './wish-line.tsx';

/** In her file: what she waits for, and why nothing is offered to her now. */
export function FileWishes({ patientId }: { patientId: number }) {
  const { data: wishes = [] } = useRead(listWaiting, { query: { userId: String(patientId) } });
  const leave = useChange(leaveWish, { untilRead: true });
  if (wishes.length === 0) return null;
  return (
    <Card as="section" className="grid gap-3 px-5 py-4">
      <h2 className="text-[1.375rem] arabic:text-[1.75rem]">{t('offer.wait.staffList')}</h2>
      {leave.error && (
        <p role="alert" className="text-small text-danger">
          {reasonOf(leave.error, t('error.unknown'))}
        </p>
      )}
      <ul className="grid gap-3">
        {wishes.map((wish) => (
          <WishLine
            key={wish.id}
            wish={wish}
            label={t('offer.wait.takeOff')}
            busy={leave.isPending && leave.variables.params.id === wish.id}
            onLeave={() => leave.mutate({ params: { id: wish.id } })}
          >
            {t('offer.wait.place', { n: number(wish.place) })}{' '}
            {t('offer.wait.offered', { n: wish.offered, most: number(offersPerWish) })}{' '}
            {wish.rests && t(restWords[wish.rests])}
          </WishLine>
        ))}
      </ul>
    </Card>
  );
}
