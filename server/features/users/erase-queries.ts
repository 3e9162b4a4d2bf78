import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import {
  calendars,
  credentials,
  identities,
  oneTimeSecrets,
  passkeys,
  recoveryCodes,
  sessions,
  tokens,
  visitLocks,
} from '#server/db/schema/accounts.ts';
import { noShows } from '#server/db/schema/appointments.ts';
import { deskDrafts, noteDrafts } from '#server/db/schema/clinical-notes.ts';
import { contactMessages } from '#server/db/schema/contact-messages.ts';
import { consents } from '#server/db/schema/homepage.ts';
import { messages, pushSubscriptions } from '#server/db/schema/messages.ts';
import { offers } from '#server/db/schema/offers.ts';
import { patientAlerts, patientFiles } from '#server/db/schema/patient-files.ts';
import { staff } from '#server/db/schema/staff.ts';
import { dataCopies } from '#server/db/schema/tasks.ts';
import { guardians, merges, users } from '#server/db/schema/users.ts';
import { wishes } from '#server/db/schema/wishes.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { dayOf } from '#server/engine/db/day-queries.ts';
import type { BranchDay } from '#server/engine/db/recorded.ts';

/**
 * Messages to people who go: what was waiting is not sent, and nothing tells any more whom the others were
 * for. What they replied from their phones goes with them.
 */
export async function forgetMessages(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .update(messages)
    .set({
      userId: null,
      address: null,
      params: {},
      secrets: null,
      state: sql`case when ${messages.state} in ('queued', 'failed') then 'skipped' else ${messages.state} end`,
    })
    .where(inArray(messages.userId, [...ids]));
  await db.delete(contactMessages).where(inArray(contactMessages.patientId, [...ids]));
}

/**
 * What was written to or came from her confirmed addresses without an account of hers being named: a letter
 * of the contact form, a code and the link beside it. A code's target begins with the address, that of a
 * link to sign in has the whole person. An address that nobody confirmed may be somebody else's.
 */
export async function forgetByAddress(db: Db, id: number): Promise<void> {
  await db.execute(sql`
    with hers as (select case when email_confirmed_at is not null then handle(email) end as email,
        case when phone_confirmed_at is not null then phone end as phone from users where id = ${id}),
      letters as (delete from contact_messages c using hers where c.patient_id is null
        and (handle(c.email) = hers.email or c.phone = hers.phone and not exists (select from users o
          where o.phone = hers.phone and o.id <> ${id} and o.erased_at is null))),
      codes as (delete from tokens t using hers where t.user_id is null and case t.purpose
        when 'sign-in-link' then handle(t.target::jsonb #>> '{person,email}') = hers.email
          or t.target::jsonb #>> '{person,phone}' = hers.phone
        else handle(split_part(t.target, ' ', 1)) = hers.email
          or split_part(t.target, ' ', 1) = hers.phone end)
    update messages m set address = null, params = '{}', secrets = null,
      state = case when m.state in ('queued', 'failed') then 'skipped' else m.state end
    from hers where m.user_id is null and (handle(m.address) = hers.email or m.address = hers.phone)`);
}

/** What they waited for and were offered, and why they were called about visits; the days it kept. */
export async function forgetPlans(db: Db, ids: readonly number[]): Promise<BranchDay[]> {
  const theirs = sql`any(${sql.param([...ids])}::int[])`;
  await db.execute(sql`delete from displaced where patient_id = ${theirs}`);
  await db.execute(sql`delete from unreached where patient_id = ${theirs}
    or appointment_id in (select a.id from appointments a where a.patient_id = ${theirs})`);
  const gone = await db
    .delete(offers)
    .where(inArray(offers.patientId, [...ids]))
    .returning({
      locationId: offers.locationId,
      date: sql<string>`${dayOf(sql`local_start`)}::text`,
      ofDoctor: sql<boolean>`doctor_id is not null`,
      holds: offers.holds,
    });
  await db.delete(wishes).where(inArray(wishes.patientId, [...ids]));
  return gone.filter(({ holds }) => holds);
}

/** What was said about her visits: the desk's notes, why her turn was moved, and what others were told. */
export async function forgetWords(db: Db, id: number): Promise<void> {
  const hers = sql`(select id from appointments where patient_id = ${id})`;
  await db.execute(sql`delete from messages where appointment_id in ${hers} and user_id is not null`);
  await db.execute(sql`update arrivals set moved_because = null where appointment_id in ${hers}`);
  await db.execute(sql`update appointments set notes = '' where patient_id = ${id} and notes <> ''`);
}

/** The records that were joined into hers: what is kept of how they were goes at once. */
export async function joinedInto(db: Db, id: number): Promise<{ id: number }[]> {
  await db
    .update(merges)
    .set({ before: null, moved: {} })
    .where(or(eq(merges.keptId, id), eq(merges.goneId, id)));
  return db.select({ id: users.id }).from(users).where(eq(users.mergedInto, id));
}

/** Those of whom nobody would be told without her: she looks after them, and they have no account. */
export const caredByHerAlone = (db: Db, id: number): Promise<{ id: number }[]> =>
  db
    .select({ id: users.id })
    .from(users)
    .innerJoin(guardians, and(eq(guardians.patientId, users.id), isNull(guardians.until)))
    .where(and(eq(guardians.guardianId, id), eq(users.authProvider, 'cared')));

/** Those of them of whom a name is all there is. */
export async function knownByName(db: Db, id: number): Promise<{ id: number }[]> {
  const cared = await caredByHerAlone(db, id);
  const traces = await Promise.all(cared.map((one) => hasLeftTraces(db, one.id)));
  return cared.filter((_, i) => !traces[i]);
}

/** The trail keeps that something happened to a number; the database refuses it while she is there. */
export async function forgetInTrail(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(sql`select forget_words_of(id) from unnest(${sql.param([...ids])}::int[]) gone(id)`);
}

/** Notes people who go while their rows are there, so that a restored backup can be told. */
export async function noteDeletions(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await db.execute(sql`insert into deletions (user_id, person_since, at)
    select id, created_at, ${now.toISOString()}::timestamptz from users
    where id = any(${sql.param([...ids])}::int[]) on conflict do nothing`);
}

/** Somebody who was deleted, by number and by when her row was made: nothing about her. */
export interface Deletion extends Record<string, unknown> {
  readonly id: number;
  readonly since: string;
}

export async function notedDeletions(db: Db): Promise<Deletion[]> {
  const { rows } = await db.execute<Deletion>(sql`select user_id as id,
    to_char(person_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since
    from deletions order by at, user_id`);
  return rows;
}

export async function countDeletions(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from deletions`);
  return rows[0]?.n ?? 0;
}

/** Those of them whom a visit, a note or a work of theirs still mentions. */
export async function idsWithTraces(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from unnest(${sql.param([...ids])}::int[]) p(id) where
    exists (select 1 from appointments where patient_id = p.id)
    or exists (select 1 from appointments where created_by = p.id or doctor_id = p.id)
    or exists (select 1 from offers where patient_id = p.id or doctor_id = p.id)
    or exists (select 1 from wishes where patient_id = p.id or doctor_id = p.id)
    or exists (select 1 from displaced where patient_id = p.id or doctor_id = p.id)
    or exists (select 1 from unreached where patient_id = p.id)
    or exists (select 1 from users where created_by = p.id or merged_into = p.id)
    or exists (select 1 from clinical_notes where patient_id = p.id)
    or exists (select 1 from clinical_notes where author_id = p.id)
    or exists (select 1 from content_versions where author_id = p.id)
    or exists (select 1 from contact_messages where answered_by = p.id)`);
  return new Set(rows.map(({ id }) => id));
}

export const hasLeftTraces = async (db: Db, id: number): Promise<boolean> =>
  (await idsWithTraces(db, [id])).has(id);

/** Nothing by which anybody knows her. */
export const nameless = {
  name: '—',
  username: null,
  email: null,
  phone: null,
  secondaryPhone: null,
} as const;

export async function deleteUsers(db: Db, ids: readonly number[]): Promise<void> {
  await db.delete(users).where(inArray(users.id, [...ids]));
}

/**
 * What remains is a number that visits and clinical notes point to, which the clinic keeps. What a doctor
 * signed keeps her name.
 */
export async function erasePeople(db: Db, ids: readonly number[], now: Date): Promise<void> {
  const these = [...ids];
  const waysIn = [credentials, identities, sessions, tokens, passkeys, oneTimeSecrets, recoveryCodes];
  for (const table of [...waysIn, pushSubscriptions, visitLocks, consents, dataCopies, calendars, staff])
    await db.delete(table).where(inArray(table.userId, these));
  for (const table of [patientFiles, patientAlerts])
    await db.delete(table).where(inArray(table.patientId, these));
  await db
    .delete(guardians)
    .where(or(inArray(guardians.patientId, these), inArray(guardians.guardianId, these)));
  await db
    .delete(noteDrafts)
    .where(or(inArray(noteDrafts.patientId, these), inArray(noteDrafts.authorId, these)));
  await db.delete(deskDrafts).where(
    or(
      inArray(deskDrafts.authorId, these),
      sql`${deskDrafts.appointmentId} in
          (select id from appointments where patient_id = any(${sql.param(these)}::int[]))`,
    ),
  );
  await db
    .update(noShows)
    .set({ said: null, saidAt: null, excuse: null, excusedAt: null })
    .where(
      sql`${noShows.appointmentId} in
        (select id from appointments where patient_id = any(${sql.param(these)}::int[]))`,
    );
  await db.execute(
    sql`update client_logs set user_id = null where user_id = any(${sql.param(these)}::int[])`,
  );
  await db
    .update(users)
    .set({
      ...nameless,
      emailConfirmedAt: null,
      phoneConfirmedAt: null,
      channels: [],
      reach: null,
      erasedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(inArray(users.id, these));
}
