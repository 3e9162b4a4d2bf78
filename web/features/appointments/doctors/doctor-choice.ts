import type { Appointment } from '#shared/contract/appointments.ts';

/** Whom a visit is wanted with: any doctor, a woman, or one by her id. */
export type DoctorChoice = 'any' | 'woman' | number;

/** As addresses say it; nothing where any will do. */
export function inAddress(choice: DoctorChoice) {
  if (choice === 'any') return {};
  return choice === 'woman' ? { doctorWish: choice } : { doctorId: String(choice) };
}

/** As bodies say it. */
export const wantedOf = (choice: DoctorChoice) =>
  typeof choice === 'number' ? { doctorId: choice } : { doctorWish: choice };

/** What a visit was wanted with. */
export const choiceOf = ({
  doctorId,
  doctorWish,
}: Pick<Appointment, 'doctorId' | 'doctorWish'>): DoctorChoice =>
  doctorWish === 'named' ? (doctorId ?? 'any') : doctorWish;
