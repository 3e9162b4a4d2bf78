import type { Patient } from 'fhir/r4';
import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { openFile } from '#server/features/users/file-actions.ts';
import type { UserRow } from '#server/features/users/queries.ts';
import { findPeople } from '#server/features/users/search-queries.ts';
import { normalisePhone } from '#shared/domain/people/phone.ts';
import { parseReference, referenceCode } from '#shared/domain/people/reference-code.ts';
import { lookedAfter } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { clinicReference, type Numbering, numberingOf } from './place-queries.ts';
import type { Search } from './search-queries.ts';

/** Who somebody is and how she is reached: nothing of why she comes. */
function patientOf(row: UserRow, { publicUrl, prefix }: Numbering): Patient {
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
  return patientOf(row, await numberingOf(deps));
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

/**
 * Patients by what is asked, those that fit best, without a next page; without anything asked all of them,
 * the newest first, page by page.
 */
export async function patientPage(deps: Deps, viewer: Viewer, { asked, count, after }: Search) {
  const wanted = [...asked].flatMap(([name, times]) => times.map((values) => ({ name, values })));
  const first = wanted[0];
  const found = await Promise.all(
    (first ? first.values : ['']).map((value) => {
      const q = first?.name === 'identifier' ? (value.split('|').at(-1) ?? '') : value;
      const sort = first ? ('match' as const) : ('newest' as const);
      const page = { roles: lookedAfter, sort, limit: count + 1, after, countTo: 0 };
      return findPeople(deps.db, viewer, { ...page, q });
    }),
  );
  const rows = [...new Map(found.flatMap((one) => one.rows).map((row) => [row.id, row])).values()].filter(
    (row) => wanted.every(({ name, values }) => values.some((value) => fits[name]?.(row, value))),
  );
  const page = rows.slice(0, count);
  const of = await numberingOf(deps);
  const more = found.some((one) => one.rows.length > count) || rows.length > count;
  return {
    resources: page.map((row) => patientOf(row, of)),
    next: more && !first ? [page.at(-1)?.id ?? 0] : null,
    isCut: more && first !== undefined,
  };
}
