import type { Patient } from 'fhir/r4';
import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { openPersonFile, recordAccessToAll } from '#server/features/users/file-actions.ts';
import { type UserRow, usersByIds } from '#server/features/users/queries.ts';
import { findPeople } from '#server/features/users/search-queries.ts';
import { normalizePhone } from '#shared/domain/people/phone.ts';
import { parseReference, referenceCode } from '#shared/domain/people/reference-code.ts';
import { patientRoles } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { clinicReference, type IdentifierContext, loadNumbering } from './clinic-queries.ts';
import {
  type BirthConditions,
  type ExactSearch,
  findBirthDates,
  findPatientsByBirth,
  findPatientsExactly,
  listPatientsByChange,
} from './patient-search-queries.ts';
import {
  areDaysWithin,
  type Edge,
  isInstantWithin,
  notUnderstoodRefusal,
  parseDateSpan,
  parseReferenceNumber,
  requestedDays,
  requestedInstants,
  type Search,
} from './search-queries.ts';

/** Name, birth date (or only the year) and contacts of a patient; nothing about why she comes. */
function toFhirPatient(
  row: UserRow,
  { publicUrl, prefix }: IdentifierContext,
  born: string | undefined,
): Patient {
  const phones = [row.phone, row.secondaryPhone].flatMap((value) => value ?? []);
  return {
    resourceType: 'Patient',
    id: String(row.id),
    meta: { versionId: String(row.version), lastUpdated: row.updatedAt.toISOString() },
    identifier: [{ system: `${publicUrl}/patients`, value: referenceCode(prefix, row.id) }],
    active: true,
    name: [{ text: row.name }],
    telecom: [
      ...phones.map((value) => ({ system: 'phone' as const, value })),
      ...(row.email ? [{ system: 'email' as const, value: row.email }] : []),
    ],
    ...(born ? { birthDate: born } : {}),
    communication: [
      { language: { coding: [{ system: 'urn:ietf:bcp:47', code: row.locale }] }, preferred: true },
    ],
    managingOrganization: clinicReference,
  };
}

/** A patient's file; the history records that a program read it. */
export async function loadFhirPatient(deps: Deps, viewer: Viewer, id: number): Promise<Patient> {
  const row = await openPersonFile(deps, viewer, id);
  if (!patientRoles.includes(row.role)) throw new Refusal('not_found');
  const born = await findBirthDates(deps.db, [id]);
  return toFhirPatient(row, await loadNumbering(deps), born.get(id));
}

/** The id of an identifier, with or without its system. */
const parsePatientNumber = (value: string): number | null => parseReference(value.split('|').at(-1) ?? '');

const normalizeText = (text: string): string => text.trim().toLowerCase();

/** Whether a patient matches exactly: the search of the site tolerates typing errors. */
const exactMatchers: Record<string, (row: UserRow, value: string) => boolean> = {
  name: (row, value) => normalizeText(row.name).includes(normalizeText(value)),
  phone: (row, value) => {
    const phone = normalizePhone(value);
    return phone !== null && [row.phone, row.secondaryPhone].includes(phone);
  },
  email: (row, value) => row.email !== null && normalizeText(row.email) === normalizeText(value),
  identifier: (row, value) => row.id === parsePatientNumber(value),
  _id: (row, value) => String(row.id) === value,
};

/** Parameters that the database matches exactly; others are searched for. */
const indexedParameters: Record<string, (values: readonly string[]) => ExactSearch> = {
  phone: (values) => ({ phones: values.flatMap((value) => normalizePhone(value) ?? []) }),
  identifier: (values) => ({ ids: values.flatMap((value) => parsePatientNumber(value) ?? []) }),
  _id: (values) => ({ ids: values.flatMap((value) => parseReferenceNumber(value, 'Patient') ?? []) }),
};

interface PatientSearchResult {
  readonly rows: readonly UserRow[];
  /** There are more results. */
  readonly more: boolean;
  /** The cursor of the next page after this one; undefined if the result has no next page. */
  readonly end?: readonly (string | number)[] | undefined;
}

/** The rows of these ids, in their order. */
async function loadUsersInOrder(deps: Deps, ids: readonly number[]): Promise<UserRow[]> {
  const rows = new Map((await usersByIds(deps.db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** Maximum number of patients of one parameter that others are tested on: a family with one phone. */
const maxPrefilteredPatients = 100;

/** Patients that match any of these values, best first; without values the newest. */
async function findByParameter(
  deps: Deps,
  viewer: Viewer,
  { count, after, asked: all }: Search,
  asked: { name: string; values: readonly string[] } | undefined,
): Promise<PatientSearchResult> {
  const known = asked && indexedParameters[asked.name]?.(asked.values);
  if (known) {
    const most = [...all.values()].flat().length > 1 ? Math.max(count, maxPrefilteredPatients) : count;
    const ids = await findPatientsExactly(deps.db, viewer, known, most + 1);
    return { rows: await loadUsersInOrder(deps, ids), more: ids.length > most };
  }
  const found = await Promise.all(
    (asked ? asked.values : ['']).map((value) => {
      const sort = asked ? ('match' as const) : ('newest' as const);
      const page = { roles: patientRoles, sort, limit: count + 1, after, countTo: 0, toTheLetter: true };
      return findPeople(deps.db, viewer, { ...page, q: value });
    }),
  );
  const rows = [...new Map(found.flatMap((one) => one.rows).map((row) => [row.id, row])).values()];
  const end = asked ? undefined : [rows.slice(0, count).at(-1)?.id ?? 0];
  return { rows, more: found.some((one) => one.rows.length > count), end };
}

interface BirthAndChangeFilter {
  readonly born: BirthConditions;
  readonly changed: readonly Edge<Date>[];
}

/** Patients by last change, in that order, or by date of birth, newest first. */
async function findByDates(
  deps: Deps,
  viewer: Viewer,
  { count, after }: Search,
  when: BirthAndChangeFilter,
): Promise<PatientSearchResult> {
  const limit = count + 1;
  if (when.changed.length === 0) {
    const from = after ? Number(after[0]) : undefined;
    const ids = await findPatientsByBirth(deps.db, viewer, when.born, { limit, after: from });
    return { rows: await loadUsersInOrder(deps, ids), more: ids.length > count, end: [ids[count - 1] ?? 0] };
  }
  const from = after ? { at: String(after[0]), id: Number(after[1]) } : undefined;
  const found = await listPatientsByChange(deps.db, viewer, when, { limit, after: from });
  const ids = found.map(({ id }) => id);
  const last = found[count - 1];
  return {
    rows: await loadUsersInOrder(deps, ids),
    more: ids.length > count,
    end: last && [last.at, last.id],
  };
}

/**
 * Patients that match a search, best first, without a next page; or all, or only by birth or change, page by
 * page.
 */
export async function searchPatients(deps: Deps, viewer: Viewer, search: Search) {
  const { asked, count } = search;
  const wanted = [...asked].flatMap(([name, times]) =>
    name === 'birthdate' || name === '_lastUpdated' ? [] : times.map((values) => ({ name, values })),
  );
  const when = {
    born: requestedDays(search, 'birthdate'),
    changed: requestedInstants(search, '_lastUpdated'),
  };
  const first = wanted.find(({ name }) => name in indexedParameters) ?? wanted[0];
  if (first && search.after) throw notUnderstoodRefusal('_cursor');
  const isWhen = when.born.length > 0 || when.changed.length > 0;
  const found =
    first === undefined && isWhen
      ? await findByDates(deps, viewer, search, when)
      : await findByParameter(deps, viewer, search, first);
  const births = await findBirthDates(
    deps.db,
    found.rows.map(({ id }) => id),
  );
  const isBorn = ({ id }: UserRow): boolean => {
    const days = parseDateSpan(births.get(id) ?? '');
    return when.born.every((any) => days !== null && any.some((edge) => areDaysWithin(days, edge)));
  };
  const rows = found.rows.filter(
    (row) =>
      isBorn(row) &&
      when.changed.every((edge) => isInstantWithin(edge, row.updatedAt)) &&
      wanted.every(({ name, values }) => values.some((value) => exactMatchers[name]?.(row, value))),
  );
  const page = rows.slice(0, count);
  // A result has everything that a patient's resource has, so it counts as opening each of them.
  await recordAccessToAll(
    deps,
    viewer,
    page.map(({ id }) => id),
  );
  const of = await loadNumbering(deps);
  const more = found.more || rows.length > count;
  return {
    resources: page.map((row) => toFhirPatient(row, of, births.get(row.id))),
    next: more ? (found.end ?? null) : null,
    isCut: more && !found.end,
  };
}
