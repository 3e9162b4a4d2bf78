import type { PersonalMessage } from '#server/features/notifications/notify-actions.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Location } from '#shared/contract/locations.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { messageKinds, type PersonalKind, type StaffKind } from '#shared/domain/message-kinds.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { findPromise } from '#shared/domain/visits/confirm-by.ts';
import type { StatedAppointment } from './history-queries.ts';

type MessageBranch = Pick<Location, 'id' | 'name' | 'nameAr' | 'address' | 'addressAr'>;

/** Date, time and branch, never the service: other people may see a message. */
function appointmentParams(lang: Lang, appointment: StatedAppointment, place: MessageBranch) {
  const { appointmentDate, appointmentTime, reference } = appointment;
  return {
    date: appointmentDate,
    time: appointmentTime,
    locationId: place.id,
    location: (lang === 'ar' && place.nameAr) || place.name,
    address: (lang === 'ar' && place.addressAr) || place.address,
    reference,
    link: '/book',
  };
}

/** The doctor, in messages about an appointment that will take place. */
const doctorParams = (
  occasion: PersonalKind,
  lang: Lang,
  { doctor }: StatedAppointment,
): Record<string, string> =>
  doctor && messageKinds[occasion].links === 'visit and stop' ? { doctor: doctorName(lang, doctor) } : {};

const stateByTemplate: Partial<Record<PersonalKind, string>> = {
  booked: 'held',
  movedByPatient: 'held',
  confirmed: 'firm',
  moved: 'firm',
  cancelledByClinic: 'off',
  cancelledByPatient: 'off',
};

/**
 * The state that a message gives of its appointment, as one text: the same text is not sent twice in a row.
 */
function statedAppointment(
  occasion: PersonalKind,
  { userId, appointmentDate, appointmentTime, locationId, doctorId }: StatedAppointment,
  newDoctor: boolean,
): { says?: string } {
  const stated = stateByTemplate[occasion];
  if (!stated) return {};
  const says = `${stated} ${appointmentDate} ${appointmentTime} ${locationId} ${userId}`;
  return { says: newDoctor ? `${says} ${doctorId}` : says };
}

/** To the patient, by her chosen channels. One event of one version of the appointment is sent once. */
export const patientMessage = (
  occasion: PersonalKind,
  lang: Lang,
  appointment: StatedAppointment,
  place: MessageBranch,
  newDoctor = false,
): PersonalMessage => ({
  userId: appointment.userId,
  dedupeKey: `${occasion}:${appointment.id}:${appointment.version}`,
  template: occasion,
  params: {
    ...appointmentParams(lang, appointment, place),
    ...doctorParams(occasion, lang, appointment),
    ...(newDoctor && { newDoctor: 1 }),
    ...findPromise(appointment),
    patientId: appointment.userId,
  },
  appointmentId: appointment.id,
  ...statedAppointment(occasion, appointment, newDoctor),
});

/** To a member of staff at the branch, only in the app. */
export const staffMessage = (
  occasion: StaffKind,
  to: { id: number; locale: Lang },
  appointment: Appointment,
  place: MessageBranch,
) => ({
  userId: to.id,
  dedupeKey: `${occasion}:${appointment.id}:${appointment.version}:${to.id}`,
  channel: 'app' as const,
  locale: to.locale,
  template: occasion,
  params: appointmentParams(to.locale, appointment, place),
  appointmentId: appointment.id,
});
