import type { Appointment } from '#shared/contract/appointments.ts';

/** The wanted doctor: any, a woman, or a doctor by id. */
export type DoctorChoice = 'any' | 'woman' | number;

/** As query parameters; none for any doctor. */
export function toDoctorChoiceQuery(choice: DoctorChoice) {
  if (choice === 'any') return {};
  return choice === 'woman' ? { doctorWish: choice } : { doctorId: String(choice) };
}

/** As fields of a request body. */
export const toDoctorChoiceBody = (choice: DoctorChoice) =>
  typeof choice === 'number' ? { doctorId: choice } : { doctorWish: choice };

/** The wanted doctor of an appointment. */
export const readDoctorChoice = ({
  doctorId,
  doctorWish,
}: Pick<Appointment, 'doctorId' | 'doctorWish'>): DoctorChoice =>
  doctorWish === 'named' ? (doctorId ?? 'any') : doctorWish;
