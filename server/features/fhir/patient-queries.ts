import type { Patient } from 'fhir/r4';
import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { birthDatesOf, factsOf, patientsBorn } from '#server/features/patients/queries.ts';
import { openFile } from '#server/features/users/file-actions.ts';
import { rowsOf, type UserRow } from '#server/features/users/queries.ts';
import { findPeople } from '#server/features/users/search-queries.ts';
import { normalisePhone } from '#shared/domain/people/phone.ts';
import { parseReference, referenceCode } from '#shared/domain/people/reference-code.ts';
import { lookedAfter } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { clinicReference, type Numbering, numberingOf } from './place-queries.ts';
import { datesAsked, type Edge, type Search } from './search-queries.ts';

/** Who somebody is, when she was born and how she is reached: nothing of why she comes. */
function patientOf(row: UserRow, { publicUrl, prefix }: Numbering, born: string | null | undefined): Patient {
  const phones = [row.phone, row.secondaryPhone].flatMap((value) => value ?? []);
  return {
    resourceType: 'Patient',
    id: String(row.id),
    meta: { versionId: String(row.version) },
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

/** Her file; that a program read it stands in the trail. */
export async function patientWithId(deps: Deps, viewer: Viewer, id: number): Promise<Patient> {
  const row = await openFile(deps, viewer, id);
  if (!lookedAfter.includes(row.role)) throw new Refusal('not_found');
  const { birthDate } = await factsOf(deps.db, id);
  return patientOf(row, await numberingOf(deps), birthDate);
}

const said = (text: string): string => text.trim().toLowerCase();

/** Whether somebody is who was asked for, letter by letter: the search itself forgives slips of the pen. */
const fits: Record<string, (row: UserRow, value: string) => boolean> = {
  name: (row, value) => said(row.name).includes(said(value)),
  phone: (row, value) => {
    const phone = normalisePhone(value);
    return phone !== null && [row.phone, row.secondaryPhone].includes(phone);
  },
  email: (row, value) => row.email !== null && said(row.email) === said(value),
  identifier: (row, value) => row.id === parseReference(value.split('|').at(-1) ?? ''),
  _id: (row, value) => String(row.id) === value,
};

interface Found {
  readonly rows: readonly UserRow[];
  /** There are more. */
  readonly more: boolean;
}

/** Those that any of these values finds, those that fit best first; nothing asked: the newest first. */
async function foundBy(
  deps: Deps,
  viewer: Viewer,
  { count, after }: Search,
  asked: { name: string; values: readonly string[] } | undefined,
): Promise<Found> {
  const found = await Promise.all(
    (asked ? asked.values : ['']).map((value) => {
      const q = asked?.name === 'identifier' ? (value.split('|').at(-1) ?? '') : value;
      const sort = asked ? ('match' as const) : ('newest' as const);
      const page = { roles: lookedAfter, sort, limit: count + 1, after, countTo: 0 };
      return findPeople(deps.db, viewer, { ...page, q });
    }),
  );
  const rows = [...new Map(found.flatMap((one) => one.rows).map((row) => [row.id, row])).values()];
  return { rows, more: found.some((one) => one.rows.length > count) };
}

/** Those born then, the newest first. */
async function foundBorn(deps: Deps, viewer: Viewer, { count, after }: Search, born: Edge<string>[]) {
  const from = after ? Number(after[0]) : undefined;
  const ids = await patientsBorn(deps.db, viewer, born, { limit: count + 1, after: from });
  const rows = await rowsOf(deps.db, ids);
  return { rows: rows.toSorted((a, b) => b.id - a.id), more: ids.length > count };
}

/**
 * Patients by what is asked, those that fit best, without a next page; all of them, or by their birth alone,
 * the newest first, page by page.
 */
export async function patientPage(deps: Deps, viewer: Viewer, search: Search) {
  const { asked, count } = search;
  const wanted = [...asked].flatMap(([name, times]) =>
    name === 'birthdate' ? [] : times.map((values) => ({ name, values })),
  );
  const born = datesAsked(search, 'birthdate');
  const first = wanted[0];
  const isPaged = first === undefined;
  const found =
    isPaged && born.length > 0
      ? await foundBorn(deps, viewer, search, born)
      : await foundBy(deps, viewer, search, first);
  const birthDates = await birthDatesOf(
    deps.db,
    found.rows.map(({ id }) => id),
  );
  const isBorn = ({ id }: UserRow): boolean => {
    const date = birthDates.get(id);
    return born.every(({ side, at }) => !!date && (side === 'from' ? date >= at : date < at));
  };
  const rows = found.rows.filter(
    (row) =>
      isBorn(row) && wanted.every(({ name, values }) => values.some((value) => fits[name]?.(row, value))),
  );
  const page = rows.slice(0, count);
  const of = await numberingOf(deps);
  const more = found.more || rows.length > count;
  return {
    resources: page.map((row) => patientOf(row, of, birthDates.get(row.id))),
    next: more && isPaged ? [page.at(-1)?.id ?? 0] : null,
    isCut: more && !isPaged,
  };
}
