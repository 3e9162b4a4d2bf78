import { BellRing, X } from 'lucide-react';
import { leaveWish, listWishes, makeWish } from '#shared/contract/offers.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { formatNumberInLang, joinWithComma, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { UnreachedWish } from '#web/ui/unreached-wish.tsx';
import { formatOfferCount } from './wish-words.ts';

interface EarlierWishProps {
  visit: { id: number; locationId: number };
  branches: readonly { id: number; name: string }[];
  /** A message reaches the patient; otherwise the server rejects the waiting list entry. */
  isReached: boolean;
}

const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;

/**
 * Asks to be told of earlier times, at the branch of the appointment or at all branches; or says that the
 * patient is on the waiting list.
 */
export function EarlierWish({ visit, branches, isReached }: EarlierWishProps) {
  const { data } = useRead(listWishes, {});
  const join = useChange(makeWish, { untilRead: true });
  const leave = useChange(leaveWish, { untilRead: true });
  if (!data) return null;
  const wish = data.find(({ appointmentId }) => appointmentId === visit.id);
  const refused = join.error ?? leave.error;
  const wait = (locationIds: number[]) => join.mutate({ body: { appointmentId: visit.id, locationIds } });
  const names = branches.filter(({ id }) => wish?.locationIds.includes(id)).map(({ name }) => name);
  const everywhere = names.length === branches.length && branches.length > 1;
  return (
    <Card className="grid gap-3 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="card-title">{t(wish ? 'offer.wish.title' : 'offer.wish.ask')}</h2>
        {wish && (
          <Badge className="gap-1">
            <BellRing size={14} strokeWidth={1.9} aria-hidden="true" /> {t('offer.wish.on')}
          </Badge>
        )}
      </div>
      <div role="status" className="text-ui text-ink-2">
        {wish ? (
          <>
            <p>
              {everywhere
                ? t('offer.wish.everywhere')
                : t('offer.wish.where', { branches: joinWithComma(...names) })}{' '}
              {t('offer.wish.place', { n: formatNumberInLang(wish.place) })}
            </p>
            <p>{isReached ? formatOfferCount(wish) : <UnreachedWish />}</p>
          </>
        ) : (
          <p>{isReached ? t('offer.wish.text') : <UnreachedWish />}</p>
        )}
      </div>
      {refused && <p className="text-small text-danger">{getErrorMessage(refused, t('error.unknown'))}</p>}
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:*:flex-auto">
        {wish ? (
          <Button
            kind="out"
            size="sm"
            icon={<X {...icon} />}
            busy={leave.isPending}
            onClick={() => leave.mutate({ params: { id: wish.id } })}
          >
            {t('offer.wish.leave')}
          </Button>
        ) : isReached ? (
          <>
            <Button
              kind="sec"
              size="sm"
              icon={<BellRing {...icon} />}
              busy={join.isPending}
              onClick={() => wait([visit.locationId])}
            >
              {t('offer.wish.here')}
            </Button>
            {branches.length > 1 && (
              <Button
                kind="gho"
                size="sm"
                disabled={join.isPending}
                onClick={() => wait(branches.map(({ id }) => id))}
              >
                {t('offer.wish.anywhere')}
              </Button>
            )}
          </>
        ) : null}
      </div>
    </Card>
  );
}
