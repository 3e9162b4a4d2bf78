import type { CallAct } from './messages/calls.ts';
import { isAcceptedOffer, type OfferState } from './visits/offer-state.ts';

/** What has become of a displaced visit. The words are `plans.state.<state>` in both catalogues. */
export const displacedStates = [
  /** Nobody has told her. */
  'untold',
  /** A time is kept for her, and she has not answered. */
  'open',
  'taken',
  /** The desk put her at the time that was kept for her. */
  'given',
  'another',
  /** Moved by another way: by herself, or by the desk. */
  'moved',
  'cancelled',
  /** Somebody has to call her. */
  'call',
  /** Somebody has called her, and the visit still stands where it cannot take place. */
  'called',
  /** It takes place after all. */
  'stays',
] as const;
export type DisplacedState = (typeof displacedStates)[number];

/** What staff do about displaced visits, one or many, and from which states each leads on. */
const actsFrom = {
  offer: ['untold', 'call', 'called'],
  remind: ['open'],
  move: ['untold', 'open', 'call', 'called'],
  called: ['untold', 'open', 'call'],
  later: ['untold', 'open', 'call'],
  uncalled: ['called'],
} as const satisfies Record<CallAct | 'offer' | 'remind' | 'move', readonly DisplacedState[]>;
export type DisplacedAct = keyof typeof actsFrom;
export const displacedActs = Object.keys(actsFrom) as [DisplacedAct, ...DisplacedAct[]];
export const leadsOn = (act: DisplacedAct, state: DisplacedState): boolean =>
  (actsFrom[act] as readonly DisplacedState[]).includes(state);

/** The visit still stands where it cannot take place. */
export const standsDisplaced = (state: DisplacedState): boolean => leadsOn('move', state);

/** Why somebody has to call her: she asked for it, hears no message, was silent, or there is no time. */
export const callReasons = ['asked', 'unreached', 'silent', 'nothing'] as const;
export type CallReason = (typeof callReasons)[number];

export interface DisplacedFacts {
  /** The visit as it is now; null: it was deleted. */
  visit: {
    isOpen: boolean;
    isCancelled: boolean;
    /** At the time, the branch and with the doctor that it was displaced from. */
    isUnmoved: boolean;
    /** At the time and branch that was offered last. */
    isAsOffered: boolean;
    /** It still cannot take place there. */
    isDisplaced: boolean;
  } | null;
  /** What was offered last. */
  offer: { state: OfferState; isKept: boolean } | null;
  /** A message went out with it; null: nothing was offered. */
  reached: boolean | null;
  called: boolean;
}

/** A change that is looked at before it is saved concerns somebody. */
export const concernsAnybody = (found: { count: number; offers: number; wishes: number }): boolean =>
  found.count + found.offers + found.wishes > 0;

interface Outcome {
  state: DisplacedState;
  why: CallReason | null;
}
const only = (state: DisplacedState): Outcome => ({ state, why: null });
const call = (why: CallReason): Outcome => ({ state: 'call', why });

/** The one true state: what the visit itself says comes first, then what she answered, then who called. */
export function displacedState({ visit, offer, reached, called }: DisplacedFacts): Outcome {
  if (!visit || visit.isCancelled) return only('cancelled');
  if (!visit.isUnmoved) {
    if (visit.isAsOffered && offer && isAcceptedOffer(offer.state)) return only(offer.state);
    return only(offer?.state === 'another' ? 'another' : 'moved');
  }
  if (!visit.isOpen || !visit.isDisplaced) return only('stays');
  if (called) return only('called');
  if (!offer) return reached === null ? only('untold') : call('nothing');
  if (offer.state === 'call') return call('asked');
  if (reached === false) return call('unreached');
  return offer.isKept ? only('open') : call('silent');
}
