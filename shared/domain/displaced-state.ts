import type { CallAct } from './messages/calls.ts';
import { isAcceptedOffer, type OfferState } from './visits/offer-state.ts';
import { type BranchHours, hoursOfDay, isClosedDay, isOpenFor, type Window } from './visits/slots.ts';

/**
 * Why a change displaced an appointment. `closed`: its day closed, and it lay outside the hours of that day.
 * `duty`: its doctor has no duty then, and the branch is booked by doctor from now on.
 */
export const displacedCauses = ['absence', 'hours', 'closed', 'departure', 'duty', 'rooms'] as const;
export type DisplacedCause = (typeof displacedCauses)[number];

/** Causes that are the same for the question whether an appointment was displaced before. */
export const causeKind = {
  absence: 'absence',
  hours: 'hours',
  closed: 'hours',
  departure: 'departure',
  duty: 'departure',
  rooms: 'rooms',
} as const satisfies Record<DisplacedCause, DisplacedCause>;
export type CauseKind = (typeof causeKind)[DisplacedCause];

interface ImpossibilityFacts {
  /** The doctor cannot see the patient then. */
  isAway: boolean;
  /** The room is gone. */
  isBeyondRooms: boolean;
  /** New hours displaced it: it takes place if the branch is open during all of it. */
  byHours: boolean;
  /** A closed day displaced it from outside the hours: it takes place if the day is open. */
  byClosing: boolean;
}

/** Whether a displaced appointment cannot take place at its time. `hours`: of its branch, if that exists. */
export function cannotTakePlace(
  { isAway, isBeyondRooms, byHours, byClosing }: ImpossibilityFacts,
  hours: BranchHours | undefined,
  visit: (Window & { date: string }) | null,
): boolean {
  if (isAway || isBeyondRooms) return true;
  if (!byHours && !byClosing) return false;
  if (!hours || visit === null) return true;
  if (byHours && !isOpenFor(hours, visit.date, visit)) return true;
  return byClosing && isClosedDay(hoursOfDay(hours, visit.date));
}

/** State of a displaced appointment. The texts are `plans.state.<state>` in both catalogues. */
export const displacedStates = [
  /** The patient was not notified. */
  'untold',
  /** A time is held for the patient, and she has not answered. */
  'open',
  'taken',
  /** The desk moved the appointment to the held time. */
  'given',
  'another',
  /** Moved otherwise: by the patient or the desk. */
  'moved',
  'cancelled',
  /** Somebody has to call the patient. */
  'call',
  /** The patient was called, and the appointment still cannot take place. */
  'called',
  /** The appointment takes place after all. */
  'stays',
] as const;
export type DisplacedState = (typeof displacedStates)[number];

/** Actions of staff on displaced appointments, and the states in which each is possible. */
const statesByAct = {
  offer: ['untold', 'call', 'called'],
  remind: ['open'],
  move: ['untold', 'open', 'call', 'called'],
  called: ['untold', 'open', 'call'],
  later: ['untold', 'open', 'call'],
  uncalled: ['called'],
} as const satisfies Record<CallAct | 'offer' | 'remind' | 'move', readonly DisplacedState[]>;
export type DisplacedAct = keyof typeof statesByAct;
export const displacedActs = Object.keys(statesByAct) as [DisplacedAct, ...DisplacedAct[]];
export const isActPossible = (act: DisplacedAct, state: DisplacedState): boolean =>
  (statesByAct[act] as readonly DisplacedState[]).includes(state);

/** The appointment still cannot take place at its time. */
export const isStillDisplaced = (state: DisplacedState): boolean => isActPossible('move', state);

/**
 * Why somebody has to call the patient: she asked for it, cannot be reached, did not answer, or no time is
 * free.
 */
export const callReasons = ['asked', 'unreached', 'silent', 'nothing'] as const;
export type CallReason = (typeof callReasons)[number];

export interface DisplacedFacts {
  /** The appointment now; null: deleted. */
  visit: {
    isOpen: boolean;
    isCancelled: boolean;
    /** At the time, branch and doctor that it was displaced from. */
    isUnmoved: boolean;
    /** At the time and branch of the last offer. */
    isAsOffered: boolean;
    /** It still cannot take place there. */
    isDisplaced: boolean;
  } | null;
  /** The last offer. */
  offer: { state: OfferState; isKept: boolean } | null;
  /** Whether the patient was notified of the offer; null: no offer. */
  reached: boolean | null;
  called: boolean;
}

/** A preview of a change displaces somebody. */
export const displacesAnybody = ({
  count,
  offers = 0,
  wishes = 0,
  closedWishes = 0,
}: DisplacementCounts): boolean => count + offers + wishes + closedWishes > 0;
interface DisplacementCounts {
  count: number;
  offers?: number | undefined;
  wishes?: number | undefined;
  closedWishes?: number | undefined;
}

interface StateWithReason {
  state: DisplacedState;
  why: CallReason | null;
}
const stateWithoutReason = (state: DisplacedState): StateWithReason => ({ state, why: null });
const callState = (why: CallReason): StateWithReason => ({ state: 'call', why });

/** The state: first from the appointment, then from the patient's answer, then from calls. */
export function displacedState({ visit, offer, reached, called }: DisplacedFacts): StateWithReason {
  if (!visit || visit.isCancelled) return stateWithoutReason('cancelled');
  if (!visit.isUnmoved) {
    if (visit.isAsOffered && offer && isAcceptedOffer(offer.state)) return stateWithoutReason(offer.state);
    return stateWithoutReason(offer?.state === 'another' ? 'another' : 'moved');
  }
  if (!visit.isOpen || !visit.isDisplaced) return stateWithoutReason('stays');
  if (called) return stateWithoutReason('called');
  if (!offer) return reached === null ? stateWithoutReason('untold') : callState('nothing');
  if (offer.state === 'call') return callState('asked');
  if (reached === false) return callState('unreached');
  return offer.isKept ? stateWithoutReason('open') : callState('silent');
}
