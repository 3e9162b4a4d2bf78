import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import { sendCalendar } from '#server/engine/files/calendar-reply.ts';
import { xlsx } from '#server/engine/files/xlsx.ts';
import { countLimit } from '#server/engine/http/list-pages.ts';
import { type EndpointCall, mount } from '#server/engine/http/mount-endpoint.ts';
import { readAhead } from '#server/engine/http/read-ahead.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentServices } from '#server/features/services/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import * as api from '#shared/contract/appointments.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { byteOrderMark, csvLine } from '#shared/domain/csv.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { formatReach } from '#shared/domain/messages/format-reach.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { isMessage, type MessageKey, say } from '#shared/messages/dictionaries.ts';
import { createAppointmentCalendar } from './calendar/file-actions.ts';
import { countListed, createListScope, type ListPosition, loadUncountedPage } from './list-queries.ts';
import { type AppointmentRow, presentAppointment } from './queries.ts';

const columns = [
  'appointmentId',
  'patient',
  'patientId',
  'location',
  'date',
  'time',
  'service',
  'status',
  'notes',
] as const;
const exportPageRows = 1000;
const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Column headings of the file. */
const widths = [14, 26, 14, 22, 12, 8, 28, 14, 60, 18, 30, 24];
const sheetColumns = (lang: Lang) =>
  headings(lang).map((heading, at) => ({
    heading,
    width: widths[at] ?? 16,
    days: columns[at] === 'date',
  }));

const headings = (lang: Lang): string[] => {
  const phone: MessageKey = 'common.field.phone';
  return [
    ...columns.map((column) => say(lang, `staff.column.${column}`)),
    say(lang, phone),
    say(lang, 'staff.reach.hoursTitle'),
    say(lang, 'staff.doctor.label'),
  ];
};

/** Names of branches and services in the language of the file; archived ones keep the English name. */
async function localNames(deps: Deps, lang: Lang) {
  const named = (rows: readonly { id: number; nameAr: string | null }[]) =>
    new Map(lang === 'ar' ? rows.map(({ id, nameAr }) => [id, nameAr || undefined]) : []);
  const [places, services] = [named(await currentLocations(deps)), named(await currentServices(deps))];
  return {
    location: ({ locationId, locationName }: api.Appointment) => places.get(locationId) ?? locationName,
    service: ({ serviceId, service }: api.Appointment) => services.get(serviceId) ?? service,
  };
}
type LocalNames = Awaited<ReturnType<typeof localNames>>;

const formatRow = (lang: Lang, names: LocalNames, visit: api.Appointment, prefix: string): string[] => [
  visit.reference,
  visit.patient.name,
  referenceCode(prefix, visit.userId),
  names.location(visit),
  visit.appointmentDate,
  visit.appointmentTime.slice(0, 5),
  names.service(visit),
  statusText(lang, visit.status),
  visit.notes,
  visit.patient.phone ?? '',
  formatReach(lang, visit.patient.reach, null, (key, params) => say(lang, key, params)) ?? '',
  visit.doctor ? doctorName(lang, visit.doctor) : '',
];

function statusText(lang: Lang, status: api.Appointment['status']): string {
  const key: string = `status.${status}`;
  return isMessage(key) ? say(lang, key) : status;
}

/** Reads the filtered appointments page by page, so that the whole list is never in memory. */
async function* readExportPages(
  { db }: Deps,
  scope: Awaited<ReturnType<typeof createListScope>>,
  newestFirst: boolean,
) {
  let after: ListPosition | null = null;
  for (;;) {
    const from: ListPosition | null = after;
    const rows: AppointmentRow[] = await loadUncountedPage(db, scope, {
      limit: exportPageRows,
      after: from,
      newestFirst,
    });
    const page = rows.slice(0, exportPageRows);
    yield page;
    const last = page.at(-1);
    if (!last || rows.length <= exportPageRows) return;
    after = { localStart: last.localStart, id: last.id };
  }
}

async function exportAppointmentList(
  deps: Deps,
  { viewer, lang, query, reply }: EndpointCall<typeof api.exportAppointments>,
): Promise<Readable> {
  const { format, sort, ...filters } = query;
  const { prefix } = await currentSettings(deps);
  const names = await localNames(deps, lang);
  const scope = await createListScope(deps.db, viewer, filters, { now: deps.now(), countLimit });
  const total = await countListed(deps.db, scope);
  async function* rows() {
    for await (const page of readExportPages(deps, scope, sort === '-date')) {
      yield page.map((row) => formatRow(lang, names, presentAppointment(row, prefix), prefix));
    }
  }
  const read = await readAhead(rows());
  const { q: _, ...told } = filters;
  await recordEvent(deps.db, viewer, {
    action: 'exported',
    subject: 'appointments',
    after: { format, ...told },
  });

  async function* csv() {
    yield byteOrderMark + csvLine(headings(lang));
    for await (const page of read) yield page.map(csvLine).join('');
  }
  const sheetName = say(lang, 'common.nav.appointments');
  const workbook = () =>
    xlsx({ sheetName, rightToLeft: lang === 'ar', columns: sheetColumns(lang), pages: read });
  const name = `appointments-${clinicClock(deps.now()).date}.${format}`;
  reply.header('x-total-count', total >= countLimit ? `${countLimit - 1}+` : String(total));
  reply.header('content-disposition', `attachment; filename="${name}"`).type(contentTypes[format]);
  return Readable.from(format === 'xlsx' ? workbook() : csv(), { objectMode: false });
}

/** Downloads: an appointment as a calendar file, and the filtered list. */
export function fileRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.appointmentCalendarFile, async ({ viewer, params, lang, reply }) =>
    sendCalendar(reply, await createAppointmentCalendar(deps, { viewer, id: params.id, lang })),
  );
  mount(app, deps, api.exportAppointments, (call) => exportAppointmentList(deps, call));
}
