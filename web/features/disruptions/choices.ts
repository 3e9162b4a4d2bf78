import { useState } from 'react';
import type { actOnDisplaced, DisplacedVisit, ProposedTime } from '#shared/contract/disruptions.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';

/** Index of the chosen proposal by appointment; default: the first; -1: none. */
export type ChosenProposals = ReadonlyMap<number, number>;

export function useProposalChoices() {
  const [choices, setChoices] = useState<ChosenProposals>(new Map());
  const choose = (appointmentId: number, index: number) =>
    setChoices((before) => new Map(before).set(appointmentId, index));
  return { choices, choose };
}

export const getChosenProposal = (
  { visit, proposals }: DisplacedVisit,
  choices: ChosenProposals,
): ProposedTime | undefined => proposals[choices.get(visit.id) ?? 0];

/** Body of the request: a time for each appointment, or none if the patient is to be called. */
export const buildOffers = (
  visits: readonly DisplacedVisit[],
  choices: ChosenProposals,
): BodyInput<typeof actOnDisplaced>['visits'] =>
  visits.map((one) => {
    const found = getChosenProposal(one, choices);
    if (!found) return { appointmentId: one.visit.id };
    const { kind: _kind, ...time } = found;
    return { appointmentId: one.visit.id, time };
  });

/** Result of the choices: number of offers, of patients informed by a message and of patients to call. */
export function countOutcome(visits: readonly DisplacedVisit[], choices: ChosenProposals) {
  const offered = visits.filter((one) => getChosenProposal(one, choices));
  const told = offered.filter(({ reachedBy }) => reachedBy !== null);
  return { offered: offered.length, told: told.length, calls: visits.length - told.length };
}
