import type { BookingChoice } from './booking-choice.ts';

/** The steps of a booking, in their order; who comes is asked of visitors only. */
export const stepNames = ['location', 'service', 'date', 'time', 'who'] as const;
export type StepName = (typeof stepNames)[number];

interface Progress {
  readonly choice: BookingChoice;
  /** Nobody is signed in: her name and mobile are still to come. */
  readonly visitor: boolean;
  /** The step she opened herself, while she has not gone on. */
  readonly opened: StepName | null;
}

const isDone = (choice: BookingChoice): Record<StepName, boolean> => ({
  location: choice.locationId !== null,
  service: choice.locationId !== null && choice.serviceId !== null,
  date: choice.date !== null,
  time: choice.time !== null,
  who: false,
});

const before: Record<StepName, StepName | null> = {
  location: null,
  service: 'location',
  date: 'location',
  time: 'date',
  who: 'time',
};

/** Which steps are behind her, which one is open, and which one the button leads to (null: nowhere yet). */
export function stepsOf({ choice, visitor, opened }: Progress) {
  const done = isDone(choice);
  const mine = stepNames.filter((name) => name !== 'who' || visitor);
  const missing = mine.find((name) => !done[name]) ?? 'time';
  const needs = opened && before[opened];
  const open = opened && mine.includes(opened) && (!needs || done[needs]) ? opened : missing;
  const next = mine[mine.indexOf(open) + 1] ?? null;
  return { done, open, next: done[open] ? next : null };
}
