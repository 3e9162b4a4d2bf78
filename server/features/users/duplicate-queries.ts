import { and, inArray, isNull, or, sql } from 'drizzle-orm';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isContactKnown, isPhoneKnown } from '#server/features/recipients/queries.ts';
import { patientRoles } from '#shared/domain/people/roles.ts';
import { normalizeForSearch } from '#shared/domain/people/search.ts';
import { mayBeSamePerson } from '#shared/domain/people/search-words.ts';
import { isNotOwner } from './queries.ts';

/** Families share a phone: maximum number of people of one phone to compare. */
const most = 50;

export interface PatientContact {
  readonly id: number;
  readonly name: string;
  readonly phone: string | null;
  readonly secondaryPhone: string | null;
  readonly phoneKnown: boolean;
  readonly secondaryPhoneKnown: boolean;
}

/** False: somebody typed this number online and did not confirm it, so the record may be a stranger's. */
export const isNumberKnown = (person: PatientContact, phone: string): boolean =>
  (person.phone === phone && person.phoneKnown) ||
  (person.secondaryPhone === phone && person.secondaryPhoneKnown);

type DuplicateSearcher = Pick<Viewer, 'hiddenUsername'>;

/** Patients, and not the owner. */
const patients = (viewer: DuplicateSearcher) =>
  and(inArray(users.role, [...patientRoles]), isNull(users.erasedAt), isNotOwner(viewer));
const contactColumns = {
  id: users.id,
  name: users.name,
  phone: users.phone,
  secondaryPhone: users.secondaryPhone,
  phoneKnown: isPhoneKnown,
  secondaryPhoneKnown: isContactKnown('users', 'secondaryPhone'),
};

/** The patients with these stored phone numbers, oldest account first. */
export async function findPatientsByPhones(
  db: Db,
  viewer: DuplicateSearcher,
  phones: readonly string[],
): Promise<PatientContact[]> {
  if (phones.length === 0) return [];
  const given = sql`any(${sql.param([...phones])}::text[])`;
  return db
    .select(contactColumns)
    .from(users)
    .where(and(or(sql`${users.phone} = ${given}`, sql`${users.secondaryPhone} = ${given}`), patients(viewer)))
    .orderBy(users.id)
    .limit(most * phones.length);
}

/** The patients with exactly these names, in any spelling. */
export async function findPatientsByNames(
  db: Db,
  viewer: DuplicateSearcher,
  names: readonly string[],
): Promise<PatientContact[]> {
  if (names.length === 0) return [];
  const asked = sql.join(
    [...new Set(names.map(normalizeForSearch))].map(
      (name) =>
        sql`(${users.search} collate "C" >= ${`|${name}|`} and ${users.search} collate "C" < ${`|${name}}`})`,
    ),
    sql` or `,
  );
  return db
    .select(contactColumns)
    .from(users)
    .where(and(sql`(${asked})`, patients(viewer)))
    .orderBy(users.id)
    .limit(most * names.length);
}

/**
 * A patient with the same phone whose name could be the same, first one whose number is known; the phone in
 * its stored form.
 */
export async function findDuplicate(
  db: Db,
  viewer: Viewer,
  { name, phone }: { name: string; phone: string },
): Promise<PatientContact | undefined> {
  const found = await findPatientsByPhones(db, viewer, [phone]);
  const alike = found.filter((person) => mayBeSamePerson(person.name, name));
  return alike.find((person) => isNumberKnown(person, phone)) ?? alike[0];
}
