import { and, asc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Appointment, AppointmentParticipant } from 'fhir/r4';
import { appointments } from '#server/db/schema/appointments.ts';
import { events } from '#server/db/schema/events.ts';
import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { loadUncountedPage } from '#server/features/appointments/list-queries.ts';
import { type AppointmentRow, findAppointment, isVisibleTo } from '#server/features/appointments/queries.ts';
import {
  recordAccess,
  recordAccessToAll,
  recordStaffAccessById,
} from '#server/features/users/file-actions.ts';
import { minutesBetween, splitLocal, storedTimeToInstant } from '#shared/domain/clinic-time.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import type { AppointmentStatus } from '#shared/domain/visits/appointment-status.ts';
import { Refusal } from '#shared/errors.ts';
import { type IdentifierContext, loadNumbering } from './clinic-queries.ts';
import { requestedInstants, requestedNumbers, requestedWallTimes, type Search } from './search-queries.ts';

/** FHIR's names of our statuses. */
const statusNames: Record<AppointmentStatus, Appointment['status']> = {
  pending: 'pending',
  confirmed: 'booked',
  attended: 'fulfilled',
  cancelled: 'cancelled',
  no_show: 'noshow',
};
const statuses = Object.entries(statusNames) as [AppointmentStatus, string][];

const formatLocalInstant = (local: string): string => {
  const { date, time } = splitLocal(local);
  return storedTimeToInstant(date, time).toISOString();
};

const createParticipant = (reference: string, display?: string): AppointmentParticipant => ({
  actor: { reference, ...(display ? { display } : {}) },
  status: 'accepted',
});

/** Time, branch and service, but no notes. */
function toFhirAppointment(row: AppointmentRow, { publicUrl, prefix }: IdentifierContext) {
  const { id, userId, locationId, locationName, doctorId, doctorName, service, serviceId } = row;
  return {
    resourceType: 'Appointment',
    id: String(id),
    meta: { versionId: String(row.version), lastUpdated: row.updatedAt.toISOString() },
    identifier: [{ system: `${publicUrl}/appointments`, value: referenceCode(prefix, id) }],
    status: statusNames[row.status],
    serviceType: [{ coding: [{ code: String(serviceId), display: service }], text: service }],
    start: formatLocalInstant(row.localStart),
    end: formatLocalInstant(row.localEnd),
    minutesDuration: minutesBetween(row.localStart, row.localEnd),
    created: row.createdAt.toISOString(),
    participant: [
      createParticipant(`Patient/${userId}`),
      createParticipant(`Location/${locationId}`, locationName),
      ...(doctorId === null ? [] : [createParticipant(`Practitioner/${doctorId}`, doctorName ?? undefined)]),
    ],
  } satisfies Appointment;
}

/** An appointment that a program opens, which the patient's list of openings names. */
export async function openFhirAppointment(deps: Deps, viewer: Viewer, id: number) {
  const row = await requireAppointment(deps, viewer, id);
  await recordAccess(deps, viewer, row.userId);
  return toFhirAppointment(row, await loadNumbering(deps));
}

export async function loadFhirAppointment(deps: Deps, viewer: Viewer, id: number) {
  return toFhirAppointment(await requireAppointment(deps, viewer, id), await loadNumbering(deps));
}

/** The row of an appointment; a deleted one is answered with "gone". */
async function requireAppointment(deps: Deps, viewer: Viewer, id: number): Promise<AppointmentRow> {
  const row = await findAppointment(deps.db, viewer, id);
  if (row) return row;
  const [deleted] = await deps.db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.subject, 'appointments'), eq(events.subjectId, id), eq(events.action, 'deleted')))
    .limit(1);
  throw new Refusal(deleted ? 'gone' : 'not_found');
}

const isInIds = (column: Parameters<typeof inArray>[0], ids: number[] | undefined): SQL | undefined =>
  ids && inArray(column, ids);

/** A page of appointments in the order of their last change, after a cursor. */
async function loadPageByChange(deps: Deps, where: SQL | undefined, { count, after }: Search) {
  const at = sql<string>`${appointments.updatedAt}::text`;
  const beyond =
    after &&
    sql`(${appointments.updatedAt}, ${appointments.id}) > (${after[0]}::timestamptz, ${after[1]}::int)`;
  const found = await deps.db
    .select({ id: appointments.id, at })
    .from(appointments)
    .where(and(where, beyond ?? undefined))
    .orderBy(asc(appointments.updatedAt), asc(appointments.id))
    .limit(count + 1);
  const page = found.slice(0, count);
  const last = found.length > count ? page.at(-1) : undefined;
  const ids = page.map(({ id }) => id);
  const among = { where: inArray(appointments.id, ids) };
  const whole = { limit: count, after: null, newestFirst: false };
  const rows = new Map((await loadUncountedPage(deps.db, among, whole)).map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), next: last ? [last.at, last.id] : null };
}

/** The same by date and time. */
async function loadPageByTime(deps: Deps, where: SQL | undefined, { count, after: last }: Search) {
  const after = last && { localStart: String(last[0]), id: Number(last[1]) };
  const found = await loadUncountedPage(deps.db, { where }, { limit: count, after, newestFirst: false });
  const rows = found.slice(0, count);
  const end = found.length > count ? rows.at(-1) : undefined;
  return { rows, next: end ? [end.localStart, end.id] : null };
}

/** A page of appointments that match a search. */
export async function searchAppointments(deps: Deps, viewer: Viewer, search: Search) {
  const patients = requestedNumbers(search, 'patient', 'Patient');
  for (const id of patients ?? []) await recordStaffAccessById(deps, viewer, id);
  const status = search.asked.get('status')?.flat();
  const where = and(
    isVisibleTo(viewer),
    isInIds(appointments.id, requestedNumbers(search, '_id', 'Appointment')),
    isInIds(appointments.patientId, patients),
    isInIds(appointments.locationId, requestedNumbers(search, 'location', 'Location')),
    isInIds(appointments.doctorId, requestedNumbers(search, 'practitioner', 'Practitioner')),
    status &&
      inArray(
        appointments.status,
        statuses.filter(([, name]) => status.includes(name)).map(([ours]) => ours),
      ),
    ...requestedWallTimes(search, 'date').map(({ side, at }) =>
      (side === 'from' ? gte : lt)(appointments.localStart, at),
    ),
    ...requestedInstants(search, '_lastUpdated').map(({ side, at }) =>
      (side === 'from' ? gte : lt)(appointments.updatedAt, at),
    ),
  );
  const page = search.asked.has('_lastUpdated') ? loadPageByChange : loadPageByTime;
  const { rows, next } = await page(deps, where, search);
  if (search.asked.has('_id'))
    await recordAccessToAll(
      deps,
      viewer,
      rows.map(({ userId }) => userId),
    );
  const of = await loadNumbering(deps);
  return { resources: rows.map((row) => toFhirAppointment(row, of)), next };
}
