import { answerOffer, listOwnOffers } from '#shared/contract/offers.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { Card } from '#web/ui/card.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import type { AnswerInput, OfferPlaces } from './offer-card.tsx';

/** Loaded on demand, because most patients have no offer. */
const OfferCard = lazyPart(() =>
  loadWithMessages(['booking', 'offer'], () => import('./offer-card.tsx')).then((m) => m.OfferCard),
);

/** The patient's offers, above the appointments. An ended offer is shown with its result for another hour. */
export function OwnOffers({
  people,
  ...places
}: OfferPlaces & { people: readonly { id: number; name: string }[] }) {
  const { data, refetch } = useRead(listOwnOffers, {});
  const { mutateAsync: send } = useChange(answerOffer, { untilRead: true });
  async function answer(id: number, body: AnswerInput): Promise<ApiError | null> {
    try {
      await send({ params: { id }, body });
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'offer_over') void refetch();
      return error;
    }
  }
  if (!data || data.length === 0) return null;
  return (
    <section aria-label={t('offer.list')} className="grid gap-4">
      {data.map((offer) => (
        <Card key={offer.id} className="grid max-w-[560px] gap-4 border-2! border-brand! px-5 py-5">
          <OfferPatientName name={people.find(({ id }) => id === offer.patientId)?.name} />
          <OfferCard {...places} offer={offer} level={2} onAnswer={(input) => answer(offer.id, input)} />
        </Card>
      ))}
    </section>
  );
}

/** Name of the patient, if the offer is for a person in the user's care. */
const OfferPatientName = ({ name }: { name: string | undefined }) =>
  name === undefined ? null : (
    <p dir="auto" className="text-ui font-strong">
      {t('offer.of', { name })}
    </p>
  );
