import { leaveWish, listWishes } from '#shared/contract/offers.ts';
import { offersPerWish } from '#shared/domain/wish-rules.ts';
import { useChange } from '#web/api/changes.ts';
import { reasonOf } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { number, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { WishLine } from './wish-line.tsx';

/** The new visits she waits for, above those she has; each can be left. */
export function OwnWishes() {
  const { data } = useRead(listWishes, {});
  const leave = useChange(leaveWish, { untilRead: true });
  const wishes = (data ?? []).filter(({ appointmentId }) => appointmentId === null);
  if (wishes.length === 0) return null;
  return (
    <Card as="section" className="grid gap-3 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-[1.375rem] arabic:text-[1.75rem]">{t('offer.wait.title')}</h2>
        <Badge>{t('offer.wish.on')}</Badge>
      </div>
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
            label={t('offer.wish.leave')}
            busy={leave.isPending && leave.variables.params.id === wish.id}
            onLeave={() => leave.mutate({ params: { id: wish.id } })}
          >
            {t('offer.wish.place', { n: number(wish.place) })}{' '}
            {wish.offered === 0
              ? t('offer.wish.none', { most: number(offersPerWish) })
              : t('offer.wish.offered', { n: wish.offered, most: number(offersPerWish) })}
          </WishLine>
        ))}
      </ul>
    </Card>
  );
}
