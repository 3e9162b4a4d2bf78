import type { BookingChoice } from './booking-choice.ts';

/** The steps of a booking, in their order; a doctor where doctors are booked, who comes of visitors only. */
const stepNames = ['location', 'service', 'doctor', 'date', 'time', 'who'] as const;
export type StepName = (typeof stepNames)[number];

interface Progress {
  readonly choice: BookingChoice;
  /** Nobody is signed in: her name and mobile are still to come. */
  readonly visitor: boolean;
  /** The branch is booked by its doctors. */
  readonly byDoctor: boolean;
  /** The step she opened herself, while she has not gone on. */
  readonly opened: StepName | null;
}

const isDone = (choice: BookingChoice): Record<StepName, boolean> => ({
  location: choice.locationId !== null,
  service: choice.locationId !== null && choice.serviceId !== null,
  doctor: choice.doctor !== null,
  date: choice.date !== null,
  time: choice.time !== null,
  who: false,
});

const before: Record<StepName, StepName | null> = {
  location: null,
  service: 'location',
  doctor: 'location',
  date: 'location',
  time: 'date',
  who: 'time',
};

/**
 * Her steps, which of them are behind her, which one is open, and which one the button leads to (null:
 * nowhere yet).
 */
export function stepsOf({ choice, visitor, byDoctor, opened }: Progress) {
  const done = isDone(choice);
  const mine = stepNames.filter((name) => (name !== 'who' || visitor) && (name !== 'doctor' || byDoctor));
  const missing = mine.find((name) => !done[name]) ?? 'time';
  const needs = opened && before[opened];
  const open = opened && mine.includes(opened) && (!needs || done[needs]) ? opened : missing;
  const next = mine[mine.indexOf(open) + 1] ?? null;
  return { mine, done, open, next: done[open] ? next : null };
}
