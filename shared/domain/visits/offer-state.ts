import type { AuditAction } from '../audit.ts';

/** Why a patient gets an offer: the waiting list, a displaced appointment, or the desk. */
export const offerReasons = ['waiting', 'displaced', 'desk'] as const;
export type OfferReason = (typeof offerReasons)[number];

interface OfferStateRow {
  /** The time stays held until the deadline. */
  keeps: boolean;
  /** The patient's answer that leads here; null: the clinic or the deadline. */
  answer: 'take' | 'another' | 'decline' | 'cancel' | 'call' | null;
  /** Name of the change in the history. */
  action: AuditAction;
}

/** The states of an offer, one row each. The texts are `offer.state.<state>` in both catalogues. */
const states = {
  open: { keeps: true, answer: null, action: 'offered' },
  taken: { keeps: false, answer: 'take', action: 'offer_taken' },
  /** Staff moved or booked the appointment to this time without an answer of the patient. */
  given: { keeps: false, answer: null, action: 'offer_given' },
  another: { keeps: false, answer: 'another', action: 'offer_other_chosen' },
  declined: { keeps: false, answer: 'decline', action: 'offer_declined' },
  /** The patient wants neither this time nor the appointment that cannot take place. */
  cancelled: { keeps: false, answer: 'cancel', action: 'offer_visit_cancelled' },
  /** The patient asked for a call: the time stays held until the deadline. */
  call: { keeps: true, answer: 'call', action: 'offer_call_wanted' },
  expired: { keeps: false, answer: null, action: 'offer_expired' },
  withdrawn: { keeps: false, answer: null, action: 'offer_withdrawn' },
  /** The appointment was moved or cancelled otherwise: no answer is needed. */
  settled: { keeps: false, answer: null, action: 'offer_settled' },
} as const satisfies Record<string, OfferStateRow>;

export type OfferState = keyof typeof states;
export const offerStates = Object.keys(states) as [OfferState, ...OfferState[]];
export const offerState = (state: OfferState): OfferStateRow => states[state];

/** Still open: the patient may answer. */
export const unsettledStates = ['open', 'call', 'expired'] as const satisfies OfferState[];
export const isUnsettled = (state: OfferState): boolean => unsettledStates.some((one) => one === state);

/** The time is held until the deadline. */
export const isHoldActive = ({ holds, heldUntil }: { holds: boolean; heldUntil: Date }, now: Date): boolean =>
  holds && heldUntil > now;

/** A passed deadline ends an unanswered offer, also before the task has stored that. */
export const currentOfferState = (state: OfferState, kept: boolean): OfferState =>
  state === 'open' && !kept ? 'expired' : state;

/** The time became the appointment, by the patient's answer or by staff. */
export const isAcceptedOffer = (state: OfferState): state is 'taken' | 'given' =>
  state === 'taken' || state === 'given';

export type OfferAnswer = NonNullable<(typeof states)[OfferState]['answer']>;
export const offerAnswers = ['take', 'another', 'call', 'decline', 'cancel'] as const satisfies OfferAnswer[];

export const offerStateAfter = (answer: OfferAnswer): OfferState =>
  offerStates.find((state) => states[state].answer === answer) ?? 'open';

/** The old appointment cannot take place: these answers stay possible after the deadline. */
const answersAfterDeadline: readonly OfferAnswer[] = ['another', 'call', 'cancel'];

/** Possible answers. Giving up the appointment only if it cannot take place, else declining. */
export function listPossibleAnswers(state: OfferState, reason: OfferReason, isKept: boolean): OfferAnswer[] {
  if (!states[state].keeps && state !== 'expired') return [];
  const isDisplaced = reason === 'displaced';
  if (!isKept && !isDisplaced) return [];
  return offerAnswers.filter(
    (answer) =>
      offerStateAfter(answer) !== state &&
      (isKept || answersAfterDeadline.includes(answer)) &&
      answer !== (isDisplaced ? 'decline' : 'cancel'),
  );
}
