import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { findCodeChannels } from '#server/engine/delivery/code-channels.ts';
import {
  countLimit,
  decodeCursor,
  isNewestRequested,
  maxRows,
  sendPage,
} from '#server/engine/http/list-pages.ts';
import { type EndpointCall, mount } from '#server/engine/http/mount-endpoint.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { listDoctorsAbsentOn } from '#server/features/doctors/absent-doctor-queries.ts';
import { loadDoctorsOfDays } from '#server/features/doctors/doctor-wish-queries.ts';
import { canActFor, redactAppointmentFor } from '#server/features/families/family-queries.ts';
import { listDayHolds } from '#server/features/held-times/held-time-queries.ts';
import { currentHours, listOpenWindows } from '#server/features/locations/hours-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { checkBranch } from '#server/features/users/branch-queries.ts';
import {
  recordAccess,
  recordGuardianAccess,
  recordStaffAccessById,
} from '#server/features/users/file-actions.ts';
import * as api from '#shared/contract/appointments.ts';
import * as staffApi from '#shared/contract/staff-appointments.ts';
import { dayClock, monthGrid, monthKey, splitLocal } from '#shared/domain/clinic-time.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { clipToDay, dutiesOn } from '#shared/domain/visits/doctor-times.ts';
import { Refusal } from '#shared/errors.ts';
import { listArrivedStages, loadCalendarWeek } from './calendar/week-queries.ts';
import { loadAppointmentSummary, loadCalendarDays } from './count-queries.ts';
import {
  countPatientChanges,
  findNewestDeliveries,
  listAppointmentChanges,
  listPatientChanges,
  personExists,
  presentChangeEntry,
} from './history-queries.ts';
import { createListScope, loadFirstPage, loadUncountedPage } from './list-queries.ts';
import { findAppointment, listAppointmentsOfDay, presentAppointment } from './queries.ts';

/** The cursor: date and time, id, and the total, which is not counted again. */
function parseListCursor(cursor: string | undefined) {
  const values = decodeCursor(cursor, ['localTime', 'int4', 'int4']);
  if (values === null) return null;
  const [localStart, id, total] = values;
  return { localStart, id, total };
}

type ListCall = Pick<EndpointCall<typeof api.listAppointments>, 'viewer' | 'request' | 'reply' | 'query'>;

async function replyWithList(
  deps: Deps,
  { viewer, request, reply, query }: ListCall,
): Promise<api.Appointment[]> {
  const { limit = maxRows, cursor, sort, ...filters } = query;
  const after = parseListCursor(cursor);
  const { prefix } = await currentSettings(deps);
  if (filters.userId !== undefined) await recordStaffAccessById(deps, viewer, filters.userId);
  const scope = await createListScope(deps.db, viewer, filters, { now: deps.now(), countLimit });
  const reversed = isNewestRequested(query);
  const wanted = { limit, newestFirst: reversed || sort === '-date' };
  const { rows, total } = after
    ? { rows: await loadUncountedPage(deps.db, scope, { ...wanted, after }), total: after.total }
    : await loadFirstPage(deps.db, scope, wanted);
  const page = sendPage(reply, request, rows, {
    limit,
    total,
    reversed,
    cursorOf: (last) => [last.localStart, last.id, total],
  });
  return page.map((row) => redactAppointmentFor(viewer, presentAppointment(row, prefix)));
}

async function loadCalendarDay(deps: Deps, viewer: Viewer, locationId: number, date: string) {
  checkBranch(viewer, locationId);
  const location = await findOpenLocation(deps, locationId);
  const hours = location && (await currentHours(deps, locationId));
  if (!location || !hours) throw new Refusal('not_found');
  const { prefix } = await currentSettings(deps);
  const rows = await listAppointmentsOfDay(deps.db, viewer, locationId, date);
  const doctors = await loadDoctorsOfDays(deps, {}, { location, hours }, [date], false);
  const windows = listOpenWindows(hours, date);
  const expected = windows.length > 0 ? dutiesOn(date, hours) : [];
  const named = [...expected, ...rows.flatMap(({ doctorId }) => doctorId ?? [])];
  const away = doctors ? await listDoctorsAbsentOn(deps.db, viewer, date, [...new Set(named)]) : [];
  return {
    date,
    rooms: location.rooms,
    windows,
    away: away.flatMap(({ from, to, ...one }) =>
      clipToDay(date, { from, to }).map((part) => ({ ...one, ...part })),
    ),
    doctors:
      doctors?.(date).days.map(({ id, onDuty, busy }) => ({ id, onDuty: [...onDuty], busy: [...busy] })) ??
      null,
    kept: await listDayHolds(deps.db, locationId, date),
    appointments: rows.map((row) => presentAppointment(row, prefix)),
    arrivals: await listArrivedStages(deps.db, viewer, locationId, date),
  };
}

async function loadMonthDays(
  deps: Deps,
  viewer: Viewer,
  { month, ...of }: EndpointCall<typeof staffApi.calendarMonth>['query'],
) {
  const dates = monthGrid(month).flat();
  const rows = await loadCalendarDays(deps.db, viewer, { from: dates[0] ?? '', to: dates.at(-1) ?? '' }, of);
  const days = rows.map(({ date, total, first }) => ({
    date,
    total,
    first: (first ?? []).map(({ start, ...visit }) => ({ ...visit, time: splitLocal(start).time })),
  }));
  return { days };
}

async function loadPatientHistory(
  deps: Deps,
  { viewer, params, query, request, reply }: EndpointCall<typeof staffApi.patientHistory>,
) {
  const { limit = maxRows, cursor } = query;
  const [before = null, counted = null] = decodeCursor(cursor, ['int8', 'int4']) ?? [];
  if (!(await personExists(deps.db, viewer, params.id))) throw new Refusal('not_found');
  const rows = await listPatientChanges(deps.db, viewer, params.id, { limit, before });
  const total = counted ?? (await countPatientChanges(deps.db, viewer, params.id));
  // Recorded after reading, so that the file does not begin with this read.
  await recordStaffAccessById(deps, viewer, params.id);
  return sendPage(reply, request, rows, { limit, total, cursorOf: (last) => [last.id, total] }).map(
    presentChangeEntry,
  );
}

/** The channels that the patient was notified by, for the page after booking. */
function messageRoutes(app: FastifyInstance, deps: Deps): void {
  const configured = {
    push: true,
    email: deps.config.SMTP_URL !== undefined,
    sms: deps.config.SMS_GATEWAY_URL !== undefined,
    whatsapp: deps.config.WHATSAPP_GATEWAY_URL !== undefined,
  };
  mount(app, deps, api.visitMessages, async ({ viewer, params }) => {
    const visit = await findAppointment(deps.db, viewer, params.id);
    if (!visit) throw new Refusal('not_found');
    const told = await findNewestDeliveries(deps.db, visit.id, isStaff(viewer.role) ? null : viewer.id);
    return {
      messages: told.map(({ channel, address, state }) => ({
        channel,
        address: channel === 'email' || address === null ? address : formatPhone(address),
        // Without a gateway the outbox keeps the message, so nothing is on its way.
        state: configured[channel] ? state : 'kept',
      })),
      demonstration: findCodeChannels(deps.config).kept,
    };
  });
}

/** Reads: lists, one appointment, its history, counts and calendars. */
export function listRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listAppointments, (call) => replyWithList(deps, call));
  mount(app, deps, api.listUserAppointments, async ({ viewer, params, query, request, reply }) => {
    const staff = isStaff(viewer.role);
    if (!staff && !canActFor(viewer, params.id)) throw new Refusal('not_found');
    if (!staff) await recordGuardianAccess(deps, viewer, params.id);
    // The lock may close in ten minutes: the browser must not keep this reply for offline use.
    if (viewer.lock) reply.header('x-locked', '1');
    const found = await replyWithList(deps, {
      viewer,
      request,
      reply,
      query: { ...query, userId: params.id, sort: '-date' },
    });
    if (staff && found.length === 0 && !(await personExists(deps.db, viewer, params.id)))
      throw new Refusal('not_found');
    return found;
  });
  mount(app, deps, staffApi.appointmentSummary, ({ query }) => {
    const clock = dayClock(deps.now());
    return loadAppointmentSummary(deps.db, clock, query.month ?? monthKey(clock.date));
  });
  mount(app, deps, staffApi.calendarMonth, ({ viewer, query }) => loadMonthDays(deps, viewer, query));
  mount(app, deps, staffApi.calendarWeek, ({ viewer, query }) => loadCalendarWeek(deps, viewer, query));
  mount(app, deps, staffApi.calendarDay, ({ viewer, query }) =>
    loadCalendarDay(deps, viewer, query.locationId, query.date),
  );
  mount(app, deps, api.getAppointment, async ({ viewer, params }) => {
    const row = await findAppointment(deps.db, viewer, params.id);
    if (!row) throw new Refusal('not_found');
    await recordAccess(deps, viewer, row.userId);
    return redactAppointmentFor(viewer, presentAppointment(row, (await currentSettings(deps)).prefix));
  });
  mount(app, deps, staffApi.appointmentHistory, async ({ viewer, params }) => {
    const changes = await listAppointmentChanges(deps.db, viewer, params.id);
    const [first] = changes;
    if (!first) throw new Refusal('not_found');
    if (first.patientId !== null) await recordAccess(deps, viewer, first.patientId);
    return changes.map(presentChangeEntry);
  });
  mount(app, deps, staffApi.patientHistory, (call) => loadPatientHistory(deps, call));
  messageRoutes(app, deps);
}
