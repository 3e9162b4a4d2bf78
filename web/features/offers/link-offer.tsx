import { useEffect, useState } from 'react';
import { answerLinkOffer, getLinkOffer, type LinkOffer as Shown } from '#shared/contract/offers.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError, call } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { type AnswerInput, OfferCard, type OfferPlaces, offerHeadingClass } from './offer-card.tsx';

/** The offer of a link from a message; no sign-in needed. */
export function LinkOffer({ token, ...places }: OfferPlaces & { token: string }) {
  const [offer, setOffer] = useState<Shown | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const { mutateAsync: send } = useChange(answerLinkOffer);
  const look = () =>
    call(getLinkOffer, { params: { token } }).then(
      (found) => {
        setFailed(null);
        setOffer(found);
      },
      (error: unknown) => setFailed(error instanceof ApiError ? error.message : t('error.unknown')),
    );
  // oxlint-disable-next-line react/exhaustive-deps -- once for each link
  useEffect(() => void look(), [token]);
  async function answer(offerId: number, body: AnswerInput): Promise<ApiError | null> {
    try {
      setOffer(await send({ params: { token }, body: { ...body, offerId } }));
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Shows the current state of the offer.
      if (error.code === 'offer_over') await look();
      return error;
    }
  }
  if (failed !== null || !offer)
    return (
      <>
        <h1 className={offerHeadingClass}>{t('offer.title.over')}</h1>
        {failed === null ? (
          <LoadingRegion label={t('offer.loading')} className="grid gap-4">
            <Skeleton className="h-28 w-full" />
            <Skeleton className="h-12 w-full" />
          </LoadingRegion>
        ) : (
          <LoadFailed title={t('error.unknown')} reason={failed} onAgain={() => void look()} />
        )}
      </>
    );
  const several = offer.others.length > 0;
  const card = (one: Shown['others'][number], level: 1 | 2) => (
    <OfferCard
      {...places}
      offer={one}
      level={level}
      reference={several ? one.reference : null}
      onAnswer={(body) => answer(one.id, body)}
    />
  );
  return (
    <>
      {card(offer, 1)}
      {several && (
        <section aria-label={t('offer.others')} className="grid gap-6">
          {offer.others.map((one) => (
            <div key={one.id} className="grid gap-4 border-t border-line pt-6">
              {card(one, 2)}
            </div>
          ))}
        </section>
      )}
    </>
  );
}
