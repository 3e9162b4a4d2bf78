import type { BookingChoice } from './booking-choice.ts';

/** The steps of a booking in order; `doctor` only at branches that are booked by doctor. */
const stepNames = ['location', 'service', 'doctor', 'date', 'time', 'who'] as const;
export type StepName = (typeof stepNames)[number];

interface Progress {
  readonly choice: BookingChoice;
  /** The branch is booked by doctor. */
  readonly byDoctor: boolean;
  /** The step that the user opened; valid until the next choice. */
  readonly opened: StepName | null;
}

const listDoneSteps = (choice: BookingChoice): Record<StepName, boolean> => ({
  location: choice.locationId !== null,
  service: choice.locationId !== null && choice.serviceId !== null,
  doctor: choice.doctor !== null,
  date: choice.date !== null,
  time: choice.time !== null,
  // The last step is never done: "Confirm" ends it.
  who: false,
});

const requiredStep: Record<StepName, StepName | null> = {
  location: null,
  service: 'location',
  doctor: 'location',
  date: 'location',
  time: 'date',
  who: 'time',
};

/**
 * The steps in order, which of them are done, which one is open, which one is also shown below it (the first
 * service is preselected, so the next question is shown at once), and which one the button opens (null: none
 * yet).
 */
export function computeBookingSteps({ choice, byDoctor, opened }: Progress) {
  const done = listDoneSteps(choice);
  const names = stepNames.filter((name) => name !== 'doctor' || byDoctor);
  const missing = names.find((name) => !done[name]) ?? 'who';
  const needs = opened && requiredStep[opened];
  const open = opened && names.includes(opened) && (!needs || done[needs]) ? opened : missing;
  const below = open === 'service' ? names[names.indexOf('service') + 1] : undefined;
  const next = done[open] && missing !== below ? missing : null;
  return { names, done, open, below, next };
}
