import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type * as api from '#shared/contract/appointments.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { holdsSlot } from '#shared/domain/visits/appointment-status.ts';
import { calendarFile } from '#shared/domain/visits/calendar-file.ts';
import { Refusal } from '#shared/errors.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { appointmentOf, appointmentWithId } from '../queries.ts';

function calendarStatus(status: api.Appointment['status']) {
  if (!holdsSlot(status)) return 'CANCELLED';
  return status === 'pending' ? 'TENTATIVE' : 'CONFIRMED';
}

interface Asked {
  viewer: Viewer;
  id: number;
  lang: Lang;
}

/** A visit as a file for a calendar, and the visit's reference. */
export async function calendarOfVisit(deps: Deps, { viewer, id, lang }: Asked) {
  const row = await appointmentWithId(deps.db, viewer, id);
  if (!row) throw new Refusal('not_found');
  const settings = await currentSettings(deps);
  const place = await locationWithId(deps, row.locationId);
  const visit = appointmentOf(row, settings.prefix);
  const inArabic = lang === 'ar';
  const where = place
    ? [(inArabic && place.nameAr) || place.name, (inArabic && place.addressAr) || place.address]
    : [visit.locationName];
  const file = calendarFile(
    {
      uid: `${visit.reference}@${new URL(deps.config.PUBLIC_URL).hostname}`,
      sequence: visit.version,
      title: (inArabic && settings.nameAr) || settings.name,
      place: where.join(', '),
      doctor: visit.doctor && doctorName(lang, visit.doctor),
      date: visit.appointmentDate,
      time: visit.appointmentTime,
      minutes: visit.durationMinutes,
      status: calendarStatus(visit.status),
    },
    deps.now(),
  );
  return { file, reference: visit.reference };
}
