import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type * as api from '#shared/contract/appointments.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { holdsSlot } from '#shared/domain/visits/appointment-status.ts';
import { type CalendarEntry, calendarFile } from '#shared/domain/visits/calendar-file.ts';
import { Refusal } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { type AppointmentRow, findAppointment, presentAppointment } from '../queries.ts';

function calendarStatus(status: api.Appointment['status']) {
  if (!holdsSlot(status)) return 'CANCELLED';
  return status === 'pending' ? 'TENTATIVE' : 'CONFIRMED';
}

/** Texts of appointments in a calendar, in the language of its owner. */
export async function createEntryFormatter(
  deps: Deps,
  lang: Lang,
  title: (row: AppointmentRow, reference: string) => string,
): Promise<(row: AppointmentRow) => CalendarEntry> {
  const { prefix } = await currentSettings(deps);
  const places = new Map((await currentLocations(deps)).map((place) => [place.id, place]));
  const host = new URL(deps.config.PUBLIC_URL).hostname;
  const inArabic = lang === 'ar';
  return (row) => {
    const visit = presentAppointment(row, prefix);
    const place = places.get(row.locationId);
    const where = place
      ? [(inArabic && place.nameAr) || place.name, (inArabic && place.addressAr) || place.address]
      : [visit.locationName];
    return {
      uid: `${visit.reference}@${host}`,
      sequence: visit.version,
      changedAt: row.updatedAt,
      title: title(row, visit.reference),
      place: where.join(', '),
      doctor: visit.doctor && doctorName(lang, visit.doctor),
      date: visit.appointmentDate,
      time: visit.appointmentTime,
      minutes: visit.durationMinutes,
      status: calendarStatus(visit.status),
    };
  };
}

interface CalendarFileParams {
  viewer: Viewer;
  id: number;
  lang: Lang;
}

/**
 * An appointment as a calendar file, and its reference code. The entry names neither the clinic nor the
 * service, because other people may see the calendar.
 */
export async function createAppointmentCalendar(deps: Deps, { viewer, id, lang }: CalendarFileParams) {
  const row = await findAppointment(deps.db, viewer, id);
  if (!row) throw new Refusal('not_found');
  const { prefix } = await currentSettings(deps);
  const entryOf = await createEntryFormatter(deps, lang, () => say(lang, 'calendar.appointment'));
  const file = calendarFile({ name: null, entries: [entryOf(row)] });
  return { file, reference: presentAppointment(row, prefix).reference };
}
