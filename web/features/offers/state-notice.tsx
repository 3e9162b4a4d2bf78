import type { Offer } from '#shared/contract/offers.ts';
import { isAcceptedOffer } from '#shared/domain/visits/offer-state.ts';
import { t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';

/**
 * Catalogue key for the result of an offer, depending on whether the patient still has the appointment, it
 * cannot take place, or there is none.
 */
export function getOfferStateKey({
  state,
  reason,
  visit,
  answers,
}: Pick<Offer, 'state' | 'reason' | 'visit' | 'answers'>) {
  if (state === 'open') return null;
  if (state === 'call') return `offer.state.call.${answers.includes('take') ? 'text' : 'over'}` as const;
  if (reason === 'displaced' && state === 'withdrawn') return 'offer.state.withdrawn.displaced';
  if (reason === 'displaced' && state === 'expired')
    return answers.length > 0 ? 'offer.state.expired.displaced' : 'offer.state.expired.text';
  if (visit && (state === 'expired' || state === 'withdrawn' || state === 'declined'))
    return `offer.state.${state}.visit` as const;
  return state === 'settled' && visit?.isOpen
    ? 'offer.state.settled.moved'
    : (`offer.state.${state}.text` as const);
}

export function StateNotice({ offer }: { offer: Offer }) {
  const { state } = offer;
  const text = getOfferStateKey(offer);
  if (text === null) return null;
  const isGood = isAcceptedOffer(state) || state === 'another' || state === 'call';
  return (
    <Notice kind={isGood ? 'success' : 'info'} title={t(`offer.state.${state}`)} live>
      {t(text)}
    </Notice>
  );
}
