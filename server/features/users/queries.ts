import { isDeepStrictEqual } from 'node:util';
import { and, eq, getTableColumns, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { credentials } from '#server/db/schema/accounts.ts';
import { events } from '#server/db/schema/events.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { columnValues, ignoreField, toReply } from '#server/engine/db/fields.ts';
import { preparedByBuilder } from '#server/engine/db/prepared-statements.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isUnreachable } from '#server/features/families/family-queries.ts';
import { channelsOfRow, isPhoneKnown } from '#server/features/recipients/queries.ts';
import type { register } from '#shared/contract/accounts.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import {
  type Channel,
  type changeUser,
  type createPatient,
  type createUser,
  type User,
  userSchema,
} from '#shared/contract/users.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import type { PhoneReach } from '#shared/domain/messages/quiet-hours.ts';
import { normalizePhone } from '#shared/domain/people/phone.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { isStaff, patientRoles } from '#shared/domain/people/roles.ts';
import { likePattern } from '#shared/domain/people/search.ts';
import { searchWords } from '#shared/domain/people/search-words.ts';
import { Refusal } from '#shared/errors.ts';
import { updateSearchWords } from './word-queries.ts';

const { search: _search, words: _words, ...stored } = getTableColumns(users);
const columns = {
  ...stored,
  channels: sql<Channel[]>`${channelsOfRow('users')}`,
  unreachable: isUnreachable,
  phoneKnown: isPhoneKnown,
  mustChange: sql<boolean>`coalesce(${credentials.mustChange}, false)`,
};

export type UserRow = Omit<typeof users.$inferSelect, 'search' | 'words' | 'channels'> & {
  channels: Channel[];
  unreachable: boolean;
  phoneKnown: boolean;
  mustChange: boolean;
};
export type NewUser = typeof users.$inferInsert;

/** A person as the API shows her; the prefix is the clinic's prefix of reference codes. */
export const presentUser = (row: UserRow, prefix: string): User =>
  toReply(userSchema, row, {
    phone: row.phone && formatPhone(row.phone),
    secondaryPhone: row.secondaryPhone && formatPhone(row.secondaryPhone),
    reference: referenceCode(prefix, row.id),
    requires: row.mustChange ? ['new-secret'] : [],
    emailConfirmed: row.emailConfirmedAt !== null,
    phoneConfirmed: row.phoneConfirmedAt !== null,
    deactivated: row.deactivatedAt !== null,
    caresFor: [],
    asksConsent: false,
  });

/** A person by id, without an access check: callers have done it. */
export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(and(eq(users.id, id), isNull(users.erasedAt)))
    .prepare(preparedByBuilder)
    .execute();
  return row;
}

/** People by id, in no order. */
export async function usersByIds(db: Db, ids: readonly number[]): Promise<UserRow[]> {
  if (ids.length === 0) return [];
  return db
    .select(columns)
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(sql`${users.id} = any(${sql.param([...ids])}::int[])`)
    .prepare(preparedByBuilder)
    .execute();
}

/**
 * Hides the owner from everybody else: the one condition of every query that shows people, by any column.
 * Without a configured or existing owner there is nobody to hide.
 */
export const isNotOwner = (
  { hiddenUsername: owner }: Pick<Viewer, 'hiddenUsername'>,
  person: SQLWrapper = users.id,
): SQL | undefined =>
  owner === undefined
    ? undefined
    : sql`${person} is distinct from coalesce(
        (select o.id from ${users} o where handle(o.username) = handle(${owner})), 0)`;

/** Whether a member of staff may be named: neither erased nor the owner. */
export const mayBeNamed = (
  viewer: Pick<Viewer, 'hiddenUsername'>,
  { id, erasedAt }: Readonly<Record<'id' | 'erasedAt', SQLWrapper>>,
): SQL | undefined => and(isNull(erasedAt), isNotOwner(viewer, id));

/** The person with this first phone in its stored form; the index covers only the search text. */
export const hasPhone = (phone: string): SQL | undefined =>
  and(sql`${users.search} like ${likePattern('exact', phone)}`, eq(users.phone, phone));

/**
 * Condition for the people whose details the viewer may see: herself; patients, for front desk and doctors;
 * everyone, for an admin.
 */
export function peopleScope(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return isNotOwner(viewer);
  const own = eq(users.id, viewer.id);
  return isStaff(viewer.role)
    ? or(own, and(inArray(users.role, [...patientRoles]), isNotOwner(viewer)))
    : own;
}

/**
 * Locks people, always in the same order: every change of their appointments waits until the transaction
 * ends.
 */
export async function lockPeople(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(
    sql`select 1 from users where id = any(${sql.param([...ids])}::int[]) order by id for no key update`,
  );
}

/** A person that the viewer may see; "not yours" and "not there" are the same answer. */
export async function findVisiblePerson(
  db: Db,
  viewer: Viewer,
  id: number,
  { lock = false } = {},
): Promise<UserRow | undefined> {
  if (lock) await lockPeople(db, [id]);
  const [row] = await db
    .select(columns)
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(and(eq(users.id, id), isNull(users.erasedAt), peopleScope(viewer)));
  return row;
}

/** The current record of an id: itself, or the record that it was merged into. */
export async function currentRecordId(db: Db, id: number): Promise<number> {
  const { rows } = await db.execute<{ id: number | null }>(sql`select standing_id(${id}) as id`);
  return rows[0]?.id ?? id;
}

/** Whether an id belongs to the person: her own, or of a record merged into hers. */
export const isRecordNumberOf = (column: SQLWrapper, id: number): SQL =>
  sql`${column} = any(array(select numbers_of(${id})))`;

/** A patient that the viewer may see; anybody else is not found. */
export async function loadVisiblePatient(
  db: Db,
  viewer: Viewer,
  id: number,
  options?: { lock: boolean },
): Promise<UserRow> {
  const person = await findVisiblePerson(db, viewer, id, options);
  if (!person || isStaff(person.role)) throw new Refusal('not_found');
  return person;
}

/** A phone in its stored form, null for none; rejects other text. */
export function toStoredPhone(
  text: string | null | undefined,
  field: 'phone' | 'secondaryPhone',
): string | null {
  if (!text) return null;
  const phone = normalizePhone(text);
  if (phone === null) throw new Refusal('malformed', { fields: { [field]: 'validation.phone' } });
  return phone;
}

const phoneMappings = {
  phone: (text: string | null) => ({ phone: toStoredPhone(text, 'phone') }),
  secondaryPhone: (text: string | null) => ({ secondaryPhone: toStoredPhone(text, 'secondaryPhone') }),
};

const chosenChannels = {
  channels: (channels: Channel[]) => ({ channels: [...new Set(channels)] }),
};

/** Without a username, one is made from the name. */
export type NewPerson = Omit<Body<typeof createUser>, 'username' | 'password'> &
  Pick<Body<typeof createPatient>, 'username' | 'password' | 'another' | 'channels' | 'locale'>;

/** The columns of a new person; the password is stored elsewhere. */
export const newUserValues = (body: NewPerson) =>
  columnValues(users, body, {
    ...phoneMappings,
    ...chosenChannels,
    password: ignoreField,
    another: ignoreField,
  });

/** The same for a registration. */
export const registeredValues = (body: Body<typeof register>) => ({
  name: body.username,
  ...columnValues(users, body, {
    ...phoneMappings,
    name: (name) => (name ? { name } : {}),
    password: ignoreField,
  }),
});

/** The new person's id, or null if the username is taken. */
export async function insertUser(db: Db, person: NewUser): Promise<number | null> {
  const [row] = await db
    .insert(users)
    .values({ ...person, words: searchWords(person) })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return row?.id ?? null;
}

type Change = Body<typeof changeUser>;
export type UserChange = Omit<Partial<NewUser>, 'id' | 'version'>;

/** The columns of a change; only those that differ. */
export function findChangedColumns(person: UserRow, change: Change): UserChange {
  const wanted = columnValues(users, change, {
    ...phoneMappings,
    ...chosenChannels,
    // Without an answer, she may be called at any time.
    reach: (reach: PhoneReach | null) => ({ reach: reach?.calls && !reach.hours ? null : reach }),
    phoneKnown: ignoreField,
    version: ignoreField,
    currentPassword: ignoreField,
  });
  const kept: Record<string, unknown> = person;
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isDeepStrictEqual(value ?? null, kept[field] ?? null)),
  );
}

/** Raises a person's version after a change in another table, such as a file or a doctor's profile. */
export async function raiseVersion(db: Db, id: number): Promise<void> {
  await db
    .update(users)
    .set({ version: sql`${users.version} + 1` })
    .where(eq(users.id, id));
}

export async function updateUser(db: Db, id: number, change: UserChange): Promise<void> {
  await db
    .update(users)
    .set({ ...change, version: sql`${users.version} + 1` })
    .where(eq(users.id, id));
  await updateSearchWords(db, [id]);
}

/** Whether the person was an admin before. The append-only history records the loss of that role. */
export async function wasAdmin(db: Db, id: number): Promise<boolean> {
  const found = await db
    .select({ id: events.id })
    .from(events)
    .where(
      and(eq(events.subject, 'users'), eq(events.subjectId, id), sql`${events.before} ->> 'role' = 'admin'`),
    )
    .limit(1);
  return found.length > 0;
}

const isReader = ({ id, key }: Pick<Viewer, 'id' | 'key'>): SQL =>
  key ? sql`key_id = ${key.id}` : sql`actor_id = ${id}`;

/** Those of the files that this viewer opened, or whose notes she read, on that day. */
export async function listFilesOpenedOn(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'key'>,
  ids: readonly number[],
  day: string,
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: number }>(sql`
    select patient_id as id from events where patient_id = any(${sql.param([...ids])}::int[])
      and ${isReader(viewer)} and after ->> 'day' = ${day} and action in ('file_opened', 'notes_read')`);
  return new Set(rows.map(({ id }) => id));
}

/** Whether this viewer opened this file, or read its notes, on that day. Reading notes includes opening. */
export async function hasOpenedFileOn(
  db: Db,
  viewer: Pick<Viewer, 'id' | 'key'>,
  id: number,
  { day, action }: { day: string; action: AuditAction },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from events where patient_id = ${id} and ${isReader(viewer)} and after ->> 'day' = ${day}
      and action in (${action}, 'notes_read') and action in ('file_opened', 'notes_read') limit 1`);
  return rows.length > 0;
}
