import { and, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import { personColumnList } from '#server/db/person-columns.ts';
import { doubles, merges, users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { moveAppointmentData } from '#server/features/accounts/transfer-queries.ts';
import { statusList } from '#server/features/held-times/held-time-queries.ts';
import { channelsOfRow, isContactKnown } from '#server/features/recipients/queries.ts';
import { renameReminders } from '#server/features/reminders/queries.ts';
import { erasedValues } from '#server/features/users/erase-queries.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import type { PersonalData } from '#server/registries.ts';
import type { Channel } from '#shared/contract/users.ts';
import { visitStatingKinds } from '#shared/domain/message-kinds.ts';
import type { MergedBefore } from '#shared/domain/people/merging.ts';
import { openStatuses, statusesThatFree } from '#shared/domain/visits/appointment-status.ts';

export interface RecordFacts extends Record<string, unknown> {
  visits: number;
  toCome: number;
  signsIn: boolean;
  guardianId: number | null;
  guardian: string | null;
  /** Contacts that are confirmed or were entered by staff. */
  known: ('phone' | 'email')[];
  /** Channels that the patient or staff chose. Null: none were chosen. */
  chosen: Channel[] | null;
}

/** Data beside the fields of a record: appointments, ways to sign in, guardians. */
export async function loadRecordFacts(db: Db, id: number, now: string): Promise<RecordFacts> {
  const { rows } = await db.execute<RecordFacts>(sql`
    select (select count(*) from appointments where patient_id = u.id)::int as visits,
      (select count(*) from appointments where patient_id = u.id and status in (${statusList(openStatuses)})
        and local_start > ${now}::timestamp)::int as "toCome",
      u.email_confirmed_at is not null or u.phone_confirmed_at is not null
        or exists (select from credentials where user_id = u.id and not must_change)
        or exists (select from identities where user_id = u.id)
        or exists (select from passkeys where user_id = u.id) as "signsIn",
      g.guardian_id as "guardianId", c.name as guardian,
      array_remove(array[case when ${isContactKnown('u', 'phone')} then 'phone' end,
        case when ${isContactKnown('u', 'email')} then 'email' end], null) as known,
      u.channels as chosen
    from users u left join guardians g on g.patient_id = u.id and g.until is null
      left join users c on c.id = g.guardian_id
    where u.id = ${id}`);
  const [row] = rows;
  if (!row) throw new Error('a record of the merge does not exist');
  return row;
}

export interface AppointmentOverlap extends Record<string, unknown> {
  oneId: number;
  otherId: number;
  at: string;
}

/** Appointments of the two records that overlap. */
export async function findOverlaps(db: Db, one: number, other: number): Promise<AppointmentOverlap[]> {
  const free = statusList(statusesThatFree);
  const { rows } = await db.execute<AppointmentOverlap>(sql`
    select a.id as "oneId", b.id as "otherId", to_char(a.local_start, 'YYYY-MM-DD HH24:MI:SS') as at
    from appointments a join appointments b
      on tsrange(a.local_start, a.local_end) && tsrange(b.local_start, b.local_end)
    where a.patient_id = ${one} and b.patient_id = ${other}
      and a.status not in (${free}) and b.status not in (${free})
    order by a.local_start, a.id, b.id limit 20`);
  return rows;
}

/** Whether one of the two is or was guardian of the other. */
export async function isGuardianOfOther(db: Db, one: number, other: number): Promise<boolean> {
  const { rows } = await db.execute<{ family: boolean }>(sql`select exists (select from guardians
    where patient_id in (${one}, ${other}) and guardian_id in (${one}, ${other})) as family`);
  return rows[0]?.family === true;
}

export type MergeRow = typeof merges.$inferSelect;

export async function insertMerge(db: Db, merge: typeof merges.$inferInsert): Promise<number> {
  const [row] = await db.insert(merges).values(merge).returning({ id: merges.id });
  if (!row) throw new Error('the merge was not inserted');
  return row.id;
}

export const updateMerge = (db: Db, id: number, change: Partial<MergeRow>) =>
  db.update(merges).set(change).where(eq(merges.id, id));

export async function lockMerge(db: Db, id: number): Promise<MergeRow | undefined> {
  const [row] = await db.select().from(merges).where(eq(merges.id, id)).for('update');
  return row;
}

/** Merges into a record since an instant that were not undone, newest first. */
export const listMergesInto = (db: Db, keptId: number, since: Date): Promise<MergeRow[]> =>
  db
    .select()
    .from(merges)
    .where(and(eq(merges.keptId, keptId), isNull(merges.undoneAt), gte(merges.at, since)))
    .orderBy(desc(merges.id));

type MovedKeys = Record<string, (number | string)[]>;
const movableColumns = personColumnList.flatMap(({ merge, ...column }) =>
  'key' in merge ? [{ ...column, ...merge }] : [],
);
const notes = 'clinical_notes.patient_id';

/** Moves every row of one record to another; returns the previous values by column. */
export async function moveRecordRows(db: Db, from: number, to: number): Promise<MovedKeys> {
  const moved: MovedKeys = {};
  for (const { place, table, column, key, only } of movableColumns) {
    const [of, at] = [sql.identifier(table), sql.identifier(column)];
    const links = only === 'links' ? sql` and purpose like '%-link'` : sql``;
    const { rows } = await db.execute<{ key: number | string }>(
      sql`update ${of} set ${at} = ${to} where ${at} = ${from}${links} returning ${sql.identifier(key)} as key`,
    );
    if (rows.length > 0) moved[place] = rows.map((row) => row.key);
  }
  await renameReminders(db, from, to);
  const { rows } = await db.execute<{ ids: number[] }>(
    sql`select move_clinical_notes(${from}, ${to}, null) as ids`,
  );
  if (rows[0] && rows[0].ids.length > 0) moved[notes] = rows[0].ids;
  return moved;
}

/** Moves exactly those rows back, and rows that were added to appointments that go back. */
export async function moveRecordRowsBack(db: Db, from: number, to: number, moved: MovedKeys): Promise<void> {
  for (const { place, table, column, key } of movableColumns) {
    const keys = moved[place];
    if (!keys) continue;
    const [of, at] = [sql.identifier(table), sql.identifier(column)];
    await db.execute(sql`update ${of} set ${at} = ${to}
      where ${at} = ${from} and ${sql.identifier(key)}::text = any(${sql.param(keys.map(String))}::text[])`);
  }
  await renameReminders(db, from, to);
  const visitIds = (moved['appointments.patient_id'] ?? []).map(Number);
  await moveAppointmentData(db, from, to, visitIds);
  const visits = sql.param(visitIds);
  const signed = sql.param((moved[notes] ?? []).map(Number));
  await db.execute(sql`select move_clinical_notes(${from}, ${to},
    array(select id from clinical_notes where patient_id = ${from}
      and (id = any(${signed}::int[]) or appointment_id = any(${visits}::int[]))))`);
}

/**
 * Messages that left since two records were merged, or may have left: the kept record's contacts got them. One without
 * an answer is not sent again to the other contacts, because a gateway ignores a repeated message.
 */
const isSentSince = (at: Date) => sql`(m.channel <> 'app' and (m.state = 'queued' and m.unanswered > 0
  or m.state = 'sent' and m.done_at > ${at.toISOString()}::timestamptz))`;

/**
 * The moved rows without messages that were sent since the merge: these stay with the record that got them.
 */
export async function withoutSentMessages(
  db: Db,
  { at, moved }: Pick<MergeRow, 'at' | 'moved'>,
): Promise<MovedKeys> {
  const column = 'messages.user_id';
  const { rows } = await db.execute<{ id: number }>(sql`
    select m.id from messages m
    where m.id = any(${sql.param(moved[column] ?? [])}::int[]) and not ${isSentSince(at)}`);
  return { ...moved, [column]: rows.map(({ id }) => id) };
}

interface ToldAppointment extends Record<string, unknown> {
  id: number;
  /** The people whom a message told its state. */
  toldTo: number[];
  /** The patients whose appointment it was in these messages; those of an earlier version name none. */
  patientsTold: number[];
}

/**
 * The appointments, also deleted ones, whose state was told since the two records were merged: to the kept
 * record, or to a guardian of one of them. A guardian may also have been told of other patients.
 */
export async function findVisitsNotifiedSince(
  db: Db,
  { keptId, goneId, at }: Pick<MergeRow, 'keptId' | 'goneId' | 'at'>,
): Promise<ToldAppointment[]> {
  const { rows } = await db.execute<ToldAppointment>(sql`
    select v as id, array_agg(distinct m.user_id) as "toldTo",
      array_remove(array_agg(distinct nullif(split_part(m.says, ' ', 5), '')), null)::int[] as "patientsTold"
    from messages m cross join lateral unnest(coalesce(m.visit_ids, array[m.appointment_id])) v
    where m.user_id = any(array(select ${keptId}::int
        union select guardian_id from guardians where patient_id in (${keptId}, ${goneId})))
      and (m.template = any(${sql.param([...visitStatingKinds])}::text[]) or m.template like 'series%')
      and (${isSentSince(at)} or m.channel = 'app' and m.created_at > (select max(e.at) from events e
        where e.action = 'records_joined' and e.subject = 'users' and e.subject_id = ${keptId}
          and e.after ->> 'from' = ${String(goneId)}))
    group by v order by v`);
  return rows;
}

/** Erases name and ways to sign in of the other record; its id leads to the kept one. */
export async function eraseMergedRecord(db: Db, id: number, into: number, now: Date): Promise<void> {
  await db
    .update(users)
    .set({
      ...erasedValues,
      erasedAt: now,
      mergedInto: into,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, id));
}

/** Restores the other record, without a username that somebody has taken since. */
export async function restoreMergedRecord(db: Db, id: number, { gone }: MergedBefore): Promise<void> {
  await db.execute(sql`
    update users set name = ${gone.name}, email = ${gone.email}, phone = ${gone.phone},
      phone2 = ${gone.secondaryPhone}, erased_at = null, merged_into = null, version = version + 1,
      username = case when exists (select from users o where handle(o.username) = handle(${gone.username}))
        then null else ${gone.username} end
    where id = ${id}`);
}

/**
 * Removes channels from a record; those that are left are its chosen channels. Returns them and the choice
 * before; null if the record had none of the channels.
 */
export async function removeChannels(
  db: Db,
  id: number,
  channels: readonly Channel[],
): Promise<NonNullable<MergedBefore['channels']> | null> {
  const removed = sql`${sql.param([...channels])}::text[]`;
  const { rows } = await db.execute<NonNullable<MergedBefore['channels']> & Record<string, unknown>>(sql`
    update users set channels = array(select c from unnest(${channelsOfRow('users')}) c where c <> all(${removed}))
    from users old
    where users.id = ${id} and old.id = users.id and ${channelsOfRow('users')} && ${removed}
    returning old.channels as own, users.channels as merged`);
  return rows[0] ?? null;
}

/** Ends the guardianship of a record; returns what the guardian could see. */
export async function removeGuardianAccess(
  db: Db,
  patientId: number,
): Promise<MergedBefore['care'] | undefined> {
  const { rows } = await db.execute<NonNullable<MergedBefore['care']> & Record<string, unknown>>(sql`
    update guardians g set sees_visits = false, reads_notes = false from guardians old
    where old.id = g.id and g.patient_id = ${patientId} and g.until is null
    returning g.id, old.sees_visits as "seesVisits", old.reads_notes as "readsNotes"`);
  return rows[0];
}
export const restoreGuardianship = (
  db: Db,
  { id, seesVisits, readsNotes, ended }: NonNullable<MergedBefore['care']>,
) =>
  db.execute(sql`update guardians set sees_visits = ${seesVisits}, reads_notes = ${readsNotes},
    until = case when ${ended === true} then null else until end where id = ${id}`);

/** Both records had the same guardian: the kept record's guardianship stays. */
export async function endDuplicateGuardianship(
  db: Db,
  patientId: number,
  now: Date,
): Promise<MergedBefore['care'] | undefined> {
  const { rows } = await db.execute<NonNullable<MergedBefore['care']> & Record<string, unknown>>(sql`
    update guardians set until = ${now.toISOString()}::timestamptz
    where patient_id = ${patientId} and until is null
    returning id, sees_visits as "seesVisits", reads_notes as "readsNotes", true as ended`);
  return rows[0];
}

export const deleteDataCopies = (db: Db, userIds: readonly number[]) =>
  db.execute(sql`delete from data_copies where user_id = any(${sql.param([...userIds])}::int[])`);

const orderedPair = (one: number, other: number) => ({
  lowId: Math.min(one, other),
  highId: Math.max(one, other),
});

export async function saveDuplicateVerdict(
  db: Db,
  {
    one,
    other,
    ...said
  }: { one: number; other: number; verdict: 'same' | 'different'; saidBy: number; at: Date },
): Promise<void> {
  await db
    .insert(doubles)
    .values({ ...orderedPair(one, other), ...said })
    .onConflictDoUpdate({ target: [doubles.lowId, doubles.highId], set: said });
}

interface DuplicateCandidate extends Record<string, unknown> {
  one: number;
  other: number;
  names: [string, string];
  saidBy: string | null;
  /** Staff marked them, whether or not the viewer may see who. */
  isSaid: boolean;
}

/**
 * Pairs with the same phone and pairs marked by staff as the same person, without those marked as different.
 * A patient without a phone counts with the phone of her guardian.
 */
export async function findDuplicateCandidates(
  db: Db,
  viewer: Pick<Viewer, 'hiddenUsername'>,
  patientId: number | null,
  most: number,
): Promise<DuplicateCandidate[]> {
  const there = (who: 'a' | 'b') =>
    sql.raw(`${who}.erased_at is null and ${who}.role in ('patient', 'user')`);
  const reached = sql`(
    select a.id, a.name, a.phone from users a where a.phone is not null and ${there('a')}
    union all
    select a.id, a.name, c.phone
    from users c join guardians g on g.guardian_id = c.id and g.until is null join users a on a.id = g.patient_id
    where c.phone is not null and a.phone is null and ${there('a')})`;
  // For one patient, the index of phones finds the others.
  const of =
    patientId === null
      ? sql`b.id > a.id`
      : sql`b.id <> a.id and a.id = ${patientId}
          and b.phone = (select p.phone from ${reached} p where p.id = ${patientId})`;
  const said = patientId === null ? sql`true` : sql`${patientId} in (d.low_id, d.high_id)`;
  const { rows } = await db.execute<DuplicateCandidate>(sql`
    select a.id as one, b.id as other, array[a.name, b.name] as names, s.name as "saidBy",
      true as "isSaid"
    from doubles d join users a on a.id = d.low_id join users b on b.id = d.high_id
      left join users s on s.id = d.said_by and ${isNotOwner(viewer, sql`s.id`) ?? sql`true`}
    where d.verdict = 'same' and ${there('a')} and ${there('b')} and ${said}
    union all
    (select least(a.id, b.id), greatest(a.id, b.id), array[a.name, b.name], null, false
    from ${reached} a join ${reached} b on b.phone = a.phone and ${of}
    where not exists (select from doubles d
      where d.low_id = least(a.id, b.id) and d.high_id = greatest(a.id, b.id))
    order by 2 desc limit ${most})`);
  return rows;
}

/** Deletes the previous values of merges that cannot be undone any more. */
export async function clearOldMergeValues(db: Db, before: Date): Promise<number[]> {
  const settled = await db
    .update(merges)
    .set({ before: null, moved: {} })
    .where(
      and(
        isNull(merges.undoneAt),
        sql`${merges.before} is not null`,
        sql`${merges.at} < ${before.toISOString()}::timestamptz`,
      ),
    )
    .returning({ goneId: merges.goneId });
  return settled.map(({ goneId }) => goneId);
}

/** Deletes the previous values of merges of erased people. */
export const mergeData: PersonalData = {
  async forget(db, ids) {
    const these = [...ids];
    await db
      .update(merges)
      .set({ before: null, moved: {} })
      .where(or(inArray(merges.keptId, these), inArray(merges.goneId, these)));
  },
};
