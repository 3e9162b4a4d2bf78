import { listWishes } from '#shared/contract/offers.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { UnreachedWish } from '#web/ui/unreached-wish.tsx';
import { WishList } from './wish-list.tsx';
import { formatOfferCount } from './wish-words.ts';

/** The patient's waiting list entries for a new appointment, above the appointments; each can be removed. */
export function OwnWishes({ isReached }: { isReached: boolean }) {
  const { data = [] } = useRead(listWishes, {});
  return (
    <WishList
      title={t('offer.wait.title')}
      badge={<Badge>{t('offer.wish.on')}</Badge>}
      wishes={data.filter(({ appointmentId }) => appointmentId === null)}
      label={t('offer.wish.leave')}
      told={(wish) => (
        <>
          {t('offer.wish.place', { n: formatNumberInLang(wish.place) })}{' '}
          {isReached ? formatOfferCount(wish) : <UnreachedWish />}
        </>
      )}
    />
  );
}
