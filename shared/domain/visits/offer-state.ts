import type { AuditAction } from '../audit.ts';

/** Why a patient is offered a time: she waits for one, her visit cannot take place, or the desk offers it. */
export const offerReasons = ['waiting', 'displaced', 'desk'] as const;
export type OfferReason = (typeof offerReasons)[number];

interface OfferStateRow {
  /** The time stays kept until its hour. */
  keeps: boolean;
  /** What she presses to bring it about; null: somebody else does, or the hour that has come. */
  answer: 'take' | 'another' | 'decline' | 'cancel' | 'call' | null;
  /** How the history calls coming here. */
  action: AuditAction;
}

/** What has become of an offer, one row each. The words are `offer.state.<state>` in both catalogues. */
const states = {
  open: { keeps: true, answer: null, action: 'offered' },
  taken: { keeps: false, answer: 'take', action: 'offer_taken' },
  /** Staff put her visit there, or booked it: the time is hers, and she has answered nothing. */
  given: { keeps: false, answer: null, action: 'offer_given' },
  another: { keeps: false, answer: 'another', action: 'offer_other_chosen' },
  declined: { keeps: false, answer: 'decline', action: 'offer_declined' },
  /** She wants neither this time nor the visit that cannot take place. */
  cancelled: { keeps: false, answer: 'cancel', action: 'offer_visit_cancelled' },
  /** Somebody shall call her: until then the time stays hers, to its hour. */
  call: { keeps: true, answer: 'call', action: 'offer_call_wanted' },
  expired: { keeps: false, answer: null, action: 'offer_expired' },
  withdrawn: { keeps: false, answer: null, action: 'offer_withdrawn' },
  /** Her visit was moved or cancelled by another way: there is nothing left to answer. */
  settled: { keeps: false, answer: null, action: 'offer_settled' },
} as const satisfies Record<string, OfferStateRow>;

export type OfferState = keyof typeof states;
export const offerStates = Object.keys(states) as [OfferState, ...OfferState[]];
export const offerState = (state: OfferState): OfferStateRow => states[state];

/** Nothing has become of it by anybody's act: she may have something to answer still. */
export const unsettled = ['open', 'call', 'expired'] as const satisfies OfferState[];
export const isUnsettled = (state: OfferState): boolean => unsettled.some((one) => one === state);

/** The time is hers until its hour. */
export const isKept = ({ holds, heldUntil }: { holds: boolean; heldUntil: Date }, now: Date): boolean =>
  holds && heldUntil > now;

/** An hour that has come ends what nobody has answered, before it is written down. */
export const stateNow = (state: OfferState, kept: boolean): OfferState =>
  state === 'open' && !kept ? 'expired' : state;

/** The time is her visit, by her own answer or by the clinic’s hand. */
export const isAcceptedOffer = (state: OfferState): state is 'taken' | 'given' =>
  state === 'taken' || state === 'given';

export type OfferAnswer = NonNullable<(typeof states)[OfferState]['answer']>;
export const offerAnswers = ['take', 'another', 'call', 'decline', 'cancel'] as const satisfies OfferAnswer[];

export const stateAfter = (answer: OfferAnswer): OfferState =>
  offerStates.find((state) => states[state].answer === answer) ?? 'open';

/** Her old visit cannot take place: these stay open to her when the time is kept no more. */
const afterwards: readonly OfferAnswer[] = ['another', 'call', 'cancel'];

/** What she can still answer. To leave her visit only where it cannot take place, else to decline. */
export function answersTo(state: OfferState, reason: OfferReason, isKept: boolean): OfferAnswer[] {
  if (!states[state].keeps && state !== 'expired') return [];
  const isDisplaced = reason === 'displaced';
  if (!isKept && !isDisplaced) return [];
  return offerAnswers.filter(
    (answer) =>
      stateAfter(answer) !== state &&
      (isKept || afterwards.includes(answer)) &&
      answer !== (isDisplaced ? 'decline' : 'cancel'),
  );
}
