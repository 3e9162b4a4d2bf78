import { isDeepStrictEqual } from 'node:util';
import { and, eq, getTableColumns, inArray, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { credentials } from '#server/db/schema/accounts.ts';
import { events } from '#server/db/schema/events.ts';
import { users } from '#server/db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { elsewhere, replyOf, valuesFor } from '#server/engine/db/fields.ts';
import { builtOften, often } from '#server/engine/db/often.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { type SessionAwaits } from '#server/engine/http/viewers.ts';
import { isUnreachable } from '#server/features/families/family-queries.ts';
import { channelsIn } from '#server/features/recipients/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
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
import type { Reach } from '#shared/domain/messages/quiet-hours.ts';
import { normalisePhone } from '#shared/domain/people/phone.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { isStaff, lookedAfter } from '#shared/domain/people/roles.ts';
import { likePattern } from '#shared/domain/people/search.ts';
import { searchWords } from '#shared/domain/people/search-words.ts';
import { Refusal } from '#shared/errors.ts';
import { isAskedAnew } from './consent-state-queries.ts';
import { reckonWords } from './word-queries.ts';

const { search: _search, words: _words, ...stored } = getTableColumns(users);
const columns = {
  ...stored,
  channels: sql<Channel[]>`${channelsIn('users')}`,
  unreachable: isUnreachable,
  mustChange: sql<boolean>`coalesce(${credentials.mustChange}, false)`,
};

export type UserRow = Omit<typeof users.$inferSelect, 'search' | 'words' | 'channels'> & {
  channels: Channel[];
  unreachable: boolean;
  mustChange: boolean;
};
export type NewUser = typeof users.$inferInsert;

/** A person as the API shows her; the prefix is the clinic's, of her reference code. */
export const presentUser = (row: UserRow, prefix: string): User =>
  replyOf(userSchema, row, {
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

/** A person by id, whoever asks: callers have checked who that is. */
export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(and(eq(users.id, id), isNull(users.erasedAt)))
    .prepare(builtOften)
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
    .prepare(builtOften)
    .execute();
}

/** Whom an account books for beside itself, the first of them first, and whether it is asked anew. */
async function ofAccount(db: Db, id: number): Promise<Pick<User, 'caresFor' | 'asksConsent'>> {
  const { rows } = await db.execute<
    Pick<User, 'caresFor' | 'asksConsent'> & Record<string, unknown>
  >(sql`${often}
    select coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name) order by g.id)
        from guardians g join users c on c.id = g.patient_id
        where g.guardian_id = ${id}::int and g.until is null and g.sees_visits), '[]') as "caresFor",
      ${isAskedAnew(sql`${id}::int`)} as "asksConsent"`);
  return rows[0] ?? { caresFor: [], asksConsent: false };
}

/** The person as the API shows her, by id, with whom she looks after; see `findUser`. */
export async function userReply(deps: Pick<Deps, 'cache' | 'db'>, id: number): Promise<User> {
  const { prefix } = await currentSettings(deps);
  const row = await findUser(deps.db, id);
  if (!row) throw new Refusal('not_found');
  const user = presentUser(row, prefix);
  return row.role === 'patient' ? { ...user, ...(await ofAccount(deps.db, id)) } : user;
}

/**
 * One's own account, with what stands before it. Who has shown nothing but a password sees whose it is, and
 * no contact.
 */
export async function ownReply(
  deps: Pick<Deps, 'cache' | 'db'>,
  { id, awaits }: { id: number; awaits: SessionAwaits },
): Promise<User> {
  const user = await userReply(deps, id);
  if (awaits === 'second-step')
    return { ...user, requires: [awaits, ...user.requires], email: null, phone: null, secondaryPhone: null };
  return awaits ? { ...user, requires: [...user.requires, awaits] } : user;
}

/**
 * The owner is there for nobody else: the one condition of every query that shows people, by whichever column
 * names them. Where nobody is named, or the owner has no account yet, there is nobody to hide.
 */
export const notTheOwner = (
  { hiddenUsername: owner }: Pick<Viewer, 'hiddenUsername'>,
  person: SQLWrapper = users.id,
): SQL | undefined =>
  owner === undefined
    ? undefined
    : sql`${person} is distinct from coalesce(
        (select o.id from ${users} o where handle(o.username) = handle(${owner})), 0)`;

/** Whether somebody is named as who of the staff did something: not who is deleted since, nor the owner. */
export const isNamed = (
  viewer: Pick<Viewer, 'hiddenUsername'>,
  { id, erasedAt }: Readonly<Record<'id' | 'erasedAt', SQLWrapper>>,
): SQL | undefined => and(isNull(erasedAt), notTheOwner(viewer, id));

/** Whose first phone it is, as it is kept; the index knows the text of the search alone. */
export const hasPhone = (phone: string): SQL | undefined =>
  and(sql`${users.search} like ${likePattern('exact', phone)}`, eq(users.phone, phone));

/**
 * Whose details the viewer may see: her own, front desk and doctors those of patients, an admin everyone's.
 */
export function peopleScope(viewer: Viewer): SQL | undefined {
  if (viewer.role === 'admin') return notTheOwner(viewer);
  const own = eq(users.id, viewer.id);
  return isStaff(viewer.role)
    ? or(own, and(inArray(users.role, [...lookedAfter]), notTheOwner(viewer)))
    : own;
}

/** Whatever changes visits of these people waits for the end of the transaction; in one order for all. */
export async function lockPeople(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(
    sql`select 1 from users where id = any(${sql.param([...ids])}::int[]) order by id for no key update`,
  );
}

/** A person within the viewer's scope: "not yours" and "not there" are the same answer. */
export async function findFor(
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

/** Who stands for a number now: herself, or the record that hers was joined into. */
export async function standingId(db: Db, id: number): Promise<number> {
  const { rows } = await db.execute<{ id: number | null }>(sql`select standing_id(${id}) as id`);
  return rows[0]?.id ?? id;
}

/** Is it a number of hers: her own, or of a record that was joined into hers? */
export const isRecordNumberOf = (column: SQLWrapper, id: number): SQL =>
  sql`${column} = any(array(select numbers_of(${id})))`;

/** Somebody who is looked after here, within the viewer's scope; anybody else is not there. */
export async function patientFor(
  db: Db,
  viewer: Viewer,
  id: number,
  options?: { lock: boolean },
): Promise<UserRow> {
  const person = await findFor(db, viewer, id, options);
  if (!person || isStaff(person.role)) throw new Refusal('not_found');
  return person;
}

/** A phone as it is kept, null for none; refused when it is no phone number. */
export function keptPhone(text: string | null | undefined, field: 'phone' | 'secondaryPhone'): string | null {
  if (!text) return null;
  const phone = normalisePhone(text);
  if (phone === null) throw new Refusal('malformed', { fields: { [field]: 'validation.phone' } });
  return phone;
}

const mapped = {
  phone: (text: string | null) => ({ phone: keptPhone(text, 'phone') }),
  secondaryPhone: (text: string | null) => ({ secondaryPhone: keptPhone(text, 'secondaryPhone') }),
};

const chosenChannels = {
  channels: (channels: Channel[]) => ({ channels: [...new Set(channels)] }),
};

/** Without a username she gets one made from her name. */
export type NewPerson = Omit<Body<typeof createUser>, 'username' | 'password'> &
  Pick<Body<typeof createPatient>, 'username' | 'password' | 'another' | 'channels' | 'locale'>;

/** What a body says of a new person, as columns; her password is kept elsewhere. */
export const newUserValues = (body: NewPerson) =>
  valuesFor(users, body, { ...mapped, ...chosenChannels, password: elsewhere, another: elsewhere });

/** The same of who registers herself. */
export const registeredValues = (body: Body<typeof register>) => ({
  name: body.username,
  ...valuesFor(users, body, {
    ...mapped,
    name: (name) => (name ? { name } : {}),
    password: elsewhere,
  }),
});

/** The new person's id, or null when the username is taken. */
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

/** What a change asks for, as columns; only what differs from what is there. */
export function differing(person: UserRow, change: Change): UserChange {
  const wanted = valuesFor(users, change, {
    ...mapped,
    ...chosenChannels,
    // That she may be called at any time is what is so where she said nothing.
    reach: (reach: Reach | null) => ({ reach: reach?.calls && !reach.hours ? null : reach }),
    version: elsewhere,
    currentPassword: elsewhere,
  });
  const kept: Record<string, unknown> = person;
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isDeepStrictEqual(value ?? null, kept[field] ?? null)),
  );
}

/** Marks that something of a person changed that is kept in another table: a file, the profile of a doctor. */
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
  await reckonWords(db, [id]);
}

/** Has she been an admin before? The trail, which cannot be changed, says who lost that role. */
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

/** Did this viewer open this file, or read its notes, on that day? Who read the notes has opened the file. */
export async function openedOn(
  db: Db,
  { id: viewerId, key }: Pick<Viewer, 'id' | 'key'>,
  id: number,
  { day, action }: { day: string; action: AuditAction },
): Promise<boolean> {
  const looked = key ? sql`key_id = ${key.id}` : sql`actor_id = ${viewerId}`;
  const { rows } = await db.execute(sql`
    select from events where patient_id = ${id} and ${looked} and after ->> 'day' = ${day}
      and action in (${action}, 'notes_read') and action in ('file_opened', 'notes_read') limit 1`);
  return rows.length > 0;
}
