import { toldStarts } from '#server/engine/delivery/queries.ts';
import { formatNamedPatient } from '#server/engine/delivery/render.ts';
import { splitLocal } from '#shared/domain/clinic-time.ts';
import { formatTime } from '#shared/domain/format-time.ts';
import type { PersonalKind } from '#shared/domain/message-kinds.ts';
import type { ReservedNames } from '#shared/domain/people/deceptive-name.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { firstName } from '#shared/domain/people/family.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { type ComingVisit, daysAhead } from './queries.ts';

/** The text for all appointments of one day, of the patient and her family: one message. */
export function buildReminder(
  visits: readonly ComingVisit[],
  localNow: string,
  { prefix, reserved }: { readonly prefix: string; readonly reserved: ReservedNames },
) {
  const [first] = visits;
  if (!first) return null;
  const { date, time } = splitLocal(first.localStart);
  const { locationId, location, address } = first;
  const reference = referenceCode(prefix, first.id);
  const params = { date, time, locationId, location, address, reference, ...toldStarts(visits) };
  if (visits.length > 1) {
    const lineOf = (visit: ComingVisit) => {
      const { locale, about } = visit;
      const at = formatTime(locale, splitLocal(visit.localStart).time);
      const where = { time: at, location: visit.location };
      if (about === null) return say(locale, 'mail.reminderSeveral.line', where);
      const who = formatNamedPatient(locale, firstName(about), reserved);
      return say(locale, 'mail.reminderSeveral.lineOf', { ...where, who });
    };
    const named = visits.map((visit) => [`line_${visit.id}`, lineOf(visit)] as const);
    return {
      template: 'reminderSeveral' as const,
      params: {
        ...params,
        n: visits.length,
        list: named.map(([, line]) => line).join('\n'),
        // Names of the links.
        ...Object.fromEntries(named),
      },
      appointmentId: first.id,
      visitIds: visits.map(({ id }) => id),
      visitStarts: new Map(visits.map(({ id, localStart }) => [id, localStart])),
    };
  }
  const days = daysAhead(localNow, first.localStart);
  const template: PersonalKind = days === 0 ? 'reminder3h' : 'reminder';
  const { doctor, locale } = first;
  const by = doctor && { doctor: doctorName(locale, doctor) };
  const who = first.about !== null && { who: firstName(first.about) };
  return { template, params: { ...params, ...by, ...who }, appointmentId: first.id };
}
