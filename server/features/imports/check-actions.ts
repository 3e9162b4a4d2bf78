import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { createYield } from '#server/engine/tasks/yield-to-event-loop.ts';
import { currentDoctors } from '#server/features/doctors/queries.ts';
import { currentHours, type VersionedHours } from '#server/features/locations/hours-queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentServices } from '#server/features/services/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import {
  findPatientsByNames,
  findPatientsByPhones,
  isNumberKnown,
  type PatientContact,
} from '#server/features/users/duplicate-queries.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { detectDayOrder, type FoundOrder } from '#shared/domain/imports/dates.ts';
import { type RowSettings, readRow } from '#shared/domain/imports/row-reading.ts';
import type { RowContent, VerdictReason, WhyCode } from '#shared/domain/imports/verdicts.ts';
import { type HoursAndAbsencesByBranch, listVisitDoubts } from '#shared/domain/imports/visit-doubts.ts';
import { normalizeForSearch } from '#shared/domain/people/search.ts';
import { mayBeSamePerson } from '#shared/domain/people/search-words.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { clashReason, findClashes } from './appointment-queries.ts';
import { type ImportRecord, lockImport, updateImport } from './queries.ts';
import {
  type CheckedRow,
  listColumnTexts,
  listSharedPhones,
  listUncheckedRows,
  markSimilarNames,
  mergeRowsOfPerson,
  type RowToCheck,
  resetComparison,
  saveCheckedRows,
} from './row-queries.ts';

/** Rows per transaction, which must be short. */
const rowsPerCheck = 250;

export interface ClinicData
  extends Pick<RowSettings, 'clock' | 'locations' | 'services' | 'doctors' | 'usualTime'> {
  readonly hours: HoursAndAbsencesByBranch;
}

/** The clinic's data that a row may name. Read it before a transaction. */
export async function loadClinicData(deps: Deps): Promise<ClinicData> {
  const both = ({ name, nameAr }: { name: string; nameAr: string | null }) =>
    nameAr ? [name, nameAr] : [name];
  const [locations, services, doctors, settings] = await Promise.all([
    currentLocations(deps),
    currentServices(deps),
    currentDoctors(deps),
    currentSettings(deps),
  ]);
  const hours = new Map<number, VersionedHours>();
  for (const { id } of locations) {
    const ofBranch = await currentHours(deps, id);
    if (ofBranch) hours.set(id, ofBranch);
  }
  return {
    hours,
    clock: dayClock(deps.now()),
    locations: locations.map((place) => ({ id: place.id, names: both(place) })),
    services: services.map((service) => ({
      id: service.id,
      names: both(service),
      minutes: service.durationMinutes,
    })),
    doctors: doctors.map((doctor) => ({ id: doctor.id, names: both(doctor) })),
    usualTime: settings.consultationStart,
  };
}

/**
 * The order of day and month in each date column, determined once. An ambiguous column uses the other one's
 * order, else day first.
 */
async function determineDateOrders(tx: Db, work: ImportRecord): Promise<RowSettings['orders']> {
  const { dayOrder, foundOrders, id, columns } = work;
  if (dayOrder !== 'auto') return { visitDate: dayOrder, birthDate: dayOrder };
  if (foundOrders) return foundOrders;
  const orderIn = async (field: 'visitDate' | 'birthDate') => {
    const column = columns.indexOf(field);
    return column < 0 ? null : detectDayOrder(await listColumnTexts(tx, id, column));
  };
  const [visit, birth] = [await orderIn('visitDate'), await orderIn('birthDate')];
  const told = (order: FoundOrder | null) => (order === 'mixed' ? null : order);
  const found = {
    visitDate: visit ?? told(birth) ?? 'dmy',
    birthDate: birth ?? told(visit) ?? 'dmy',
  };
  await updateImport(tx, id, { foundOrders: found });
  return found;
}

/** Key of rows about one person: the stored phone and the normalized name. */
const personKeyOf = ({ name, phone }: Pick<RowContent, 'name' | 'phone'>): string =>
  `${phone ?? ''}|${normalizeForSearch(name)}`;

interface PatientMatches {
  readonly byPhone: ReadonlyMap<string, readonly PatientContact[]>;
  readonly byName: ReadonlyMap<string, readonly PatientContact[]>;
}

export async function findPatientMatches(
  deps: Deps,
  tx: Db,
  meant: readonly RowContent[],
): Promise<PatientMatches> {
  const asking = { hiddenUsername: deps.config.OWNER_USERNAME };
  const phones = [...new Set(meant.flatMap(({ phone }) => phone ?? []))];
  const byPhone = new Map<string, PatientContact[]>();
  for (const person of await findPatientsByPhones(tx, asking, phones))
    for (const phone of [person.phone, person.secondaryPhone])
      if (phone) byPhone.set(phone, [...(byPhone.get(phone) ?? []), person]);
  const names = meant.flatMap(({ phone, name }) => (phone === null ? name : []));
  const byName = new Map<string, PatientContact[]>();
  for (const person of await findPatientsByNames(tx, asking, names))
    byName.set(normalizeForSearch(person.name), [
      ...(byName.get(normalizeForSearch(person.name)) ?? []),
      person,
    ]);
  return { byPhone, byName };
}

/** The patient whom a row means, or may mean for a reason. */
export interface PatientMatch {
  readonly match: PatientContact;
  readonly why: VerdictReason | null;
}

function matchPatient({ byPhone, byName }: PatientMatches, { name, phone }: RowContent): PatientMatch | null {
  const named = normalizeForSearch(name);
  if (phone === null) {
    const [match] = byName.get(named) ?? [];
    return match ? { match, why: { code: 'sameName', params: { patient: match.id } } } : null;
  }
  const there = byPhone.get(phone) ?? [];
  const same = there.filter((person) => normalizeForSearch(person.name) === named);
  const match = same.find((person) => isNumberKnown(person, phone)) ?? same[0];
  if (match) {
    const why = { code: 'numberUnconfirmed', params: { patient: match.id } } as const;
    return { match, why: isNumberKnown(match, phone) ? null : why };
  }
  const alike = there.find((person) => mayBeSamePerson(person.name, name));
  const params = alike && { name: alike.name, patient: alike.id };
  return alike ? { match: alike, why: { code: 'soundsAlike', params } } : null;
}

function checkRow(
  row: RowToCheck,
  reading: RowSettings & Pick<ClinicData, 'hours'>,
  accepted: readonly WhyCode[],
): CheckedRow {
  const none = { n: row.n, meant: null, person: null, phone: null, matchId: null };
  if (row.problem) return { ...none, verdict: 'wrong', why: { code: row.problem } };
  const read = readRow(row.cells, reading);
  if ('wrong' in read) return { ...none, verdict: 'wrong', why: read.wrong };
  const { meant } = read;
  const doubts = [...read.doubts, ...listVisitDoubts(meant.visit, reading.columns, reading.hours)];
  const [doubt, ...also] = row.decision === null ? doubts.filter(({ code }) => !accepted.includes(code)) : [];
  return {
    ...none,
    meant,
    person: personKeyOf(meant),
    phone: meant.phone,
    verdict: doubt ? 'doubtful' : 'new',
    why: doubt && also.length > 0 ? { ...doubt, also } : (doubt ?? null),
  };
}

/** Parses some rows; other requests run in between. */
async function parseRows(
  rows: readonly RowToCheck[],
  reading: Parameters<typeof checkRow>[1],
  accepted: readonly WhyCode[],
): Promise<CheckedRow[]> {
  const nextTurn = createYield();
  const read: CheckedRow[] = [];
  for (const row of rows) {
    await nextTurn();
    read.push(checkRow(row, reading, accepted));
  }
  return read;
}

/** The patient of a row after a decision of staff; null if that patient does not exist any more. */
export function matchAfterDecision(
  duplicates: PatientMatches,
  meant: RowContent,
  decision: RowToCheck['decision'] | undefined,
): PatientMatch | null {
  const duplicate = matchPatient(duplicates, meant);
  if (!duplicate?.why) return duplicate;
  if (decision === 'another') return null;
  return decision === 'same' ? { ...duplicate, why: null } : duplicate;
}

/** The row with its patient: chosen by staff, or found. */
function addMatchedPatient(
  row: CheckedRow,
  duplicates: PatientMatches,
  decided: RowToCheck | undefined,
): CheckedRow {
  if (row.verdict !== 'new' || !row.meant) return row;
  if (decided?.decision === 'chosen' && decided.matchId !== null)
    return { ...row, verdict: 'same', matchId: decided.matchId };
  const duplicate = matchAfterDecision(duplicates, row.meant, decided?.decision);
  if (!duplicate) return row;
  return duplicate.why
    ? { ...row, verdict: 'doubtful', why: duplicate.why }
    : { ...row, verdict: 'same', matchId: duplicate.match.id };
}

/** Checks some rows against the clinic: values, patients, and whether the appointments are possible. */
export async function checkRows(
  deps: Deps,
  tx: Db,
  work: ImportRecord,
  clinic: ClinicData,
  rows: readonly RowToCheck[],
): Promise<void> {
  const { headings, columns, locationId, serviceId, accepted } = work;
  const isText = work.encoding !== null;
  const orders = await determineDateOrders(tx, work);
  const lang = headings.some((heading) => /[\u0600-\u06ff]/.test(heading)) ? 'ar' : 'en';
  const untimedNote = say(lang, 'import.note.untimed');
  const reading = { ...clinic, headings, columns, locationId, serviceId, isText, orders, untimedNote };
  const decided = new Map(rows.map((row) => [row.n, row]));
  const read = await parseRows(rows, reading, accepted);
  const duplicates = await findPatientMatches(
    deps,
    tx,
    read.flatMap(({ meant }) => meant ?? []),
  );
  const known: CheckedRow[] = [];
  const nextTurn = createYield();
  for (const row of read) {
    await nextTurn();
    known.push(addMatchedPatient(row, duplicates, decided.get(row.n)));
  }
  const clashes = await findClashes(
    tx,
    known.flatMap(({ n, matchId, verdict, meant }) =>
      meant?.visit && (verdict === 'new' || verdict === 'same')
        ? { n, patientId: matchId ?? 0, visit: meant.visit }
        : [],
    ),
  );
  await saveCheckedRows(
    tx,
    work.id,
    known.map((row): CheckedRow => {
      const clash = clashes.get(row.n);
      const visit = row.meant?.visit;
      if (!clash || !visit) return row;
      if (clash.there) return { ...row, why: { code: 'visitThere', params: { date: visit.date } } };
      const code = clashReason(clash);
      const column = columns.indexOf(columns.includes('visitTime') ? 'visitTime' : 'visitDate');
      const params = { date: visit.date, time: visit.time, location: visit.locationId };
      return { ...row, verdict: 'wrong', why: { code, column, params } };
    }),
  );
}

/** Compares the rows with each other: which are, or may be, about one person. */
async function compareRows(tx: Db, importId: number): Promise<void> {
  await resetComparison(tx, importId);
  const firstOfPhone = new Map<string, { name: string; first: number }[]>();
  const alike: { person: string; first: number; name: string }[] = [];
  const nextTurn = createYield();
  for (const { phone, person, name, first } of await listSharedPhones(tx, importId)) {
    await nextTurn();
    const before = firstOfPhone.get(phone) ?? [];
    const duplicate = before.find((other) => mayBeSamePerson(other.name, name));
    if (duplicate) alike.push({ person, ...duplicate });
    firstOfPhone.set(phone, [...before, { name, first }]);
  }
  await markSimilarNames(tx, importId, alike);
  await mergeRowsOfPerson(tx, importId);
}

/** Checks the next rows of a file; after the last ones, compares all. */
export async function checkNextRows(deps: Deps, { id }: ImportRecord): Promise<void> {
  const clinic = await loadClinicData(deps);
  await inTransaction(
    deps.db,
    async (tx) => {
      const work = await lockImport(tx, id);
      if (work?.state !== 'checking') return;
      const rows = await listUncheckedRows(tx, id, rowsPerCheck);
      if (rows.length > 0) {
        await checkRows(deps, tx, work, clinic, rows);
        return updateImport(tx, id, { progressBy: rows.length });
      }
      await compareRows(tx, id);
      await updateImport(tx, id, { state: 'checked', progress: work.total });
    },
    { withoutTimeouts: true },
  );
}

/** Checks one corrected or decided row, and other rows that depend on it. */
export async function recheckRow(
  deps: Deps,
  tx: Db,
  work: ImportRecord,
  clinic: ClinicData,
  row: RowToCheck,
) {
  await checkRows(deps, tx, work, clinic, [row]);
  await compareRows(tx, work.id);
}
