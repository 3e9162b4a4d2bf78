import { eq, inArray, or, sql } from 'drizzle-orm';
import {
  credentials,
  identities,
  oneTimeSecrets,
  passkeys,
  recoveryCodes,
  sessions,
  tokens,
} from '#server/db/schema/accounts.ts';
import { deskDrafts, noteDrafts } from '#server/db/schema/clinical-notes.ts';
import { contactMessages } from '#server/db/schema/contact-messages.ts';
import { messages, pushSubscriptions } from '#server/db/schema/messages.ts';
import { patientAlerts, patientFiles } from '#server/db/schema/patient-files.ts';
import { staff } from '#server/db/schema/staff.ts';
import { guardians, users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';

/**
 * Messages to a person who goes: what was waiting is not sent, and nothing tells any more whom the others
 * were for. What she replied from her phone goes with her.
 */
export async function forgetMessages(db: Db, id: number): Promise<void> {
  await db
    .update(messages)
    .set({
      userId: null,
      address: null,
      params: {},
      secrets: null,
      state: sql`case when ${messages.state} in ('queued', 'failed') then 'skipped' else ${messages.state} end`,
    })
    .where(eq(messages.userId, id));
  await db.delete(contactMessages).where(eq(contactMessages.patientId, id));
}

/** Is there a visit of hers, or anything that names her as its author? */
export async function hasLeftTraces(db: Db, id: number): Promise<boolean> {
  const { rows } = await db.execute<{ traces: boolean }>(sql`select
    exists (select 1 from appointments where patient_id = ${id})
    or exists (select 1 from appointments where created_by = ${id} or doctor_id = ${id})
    or exists (select 1 from offers where patient_id = ${id} or doctor_id = ${id})
    or exists (select 1 from wishes where patient_id = ${id} or doctor_id = ${id})
    or exists (select 1 from users where created_by = ${id})
    or exists (select 1 from clinical_notes where patient_id = ${id})
    or exists (select 1 from clinical_notes where author_id = ${id})
    or exists (select 1 from content_versions where author_id = ${id})
    or exists (select 1 from contact_messages where answered_by = ${id}) as traces`);
  return rows[0]?.traces === true;
}

export async function deleteUser(db: Db, id: number): Promise<void> {
  await db.delete(users).where(eq(users.id, id));
}

/**
 * What remains is a number that visits and clinical notes point to, which the clinic keeps. What a doctor
 * signed keeps her name.
 */
export async function erasePeople(db: Db, ids: readonly number[], now: Date): Promise<void> {
  const these = [...ids];
  const waysIn = [credentials, identities, sessions, tokens, passkeys, oneTimeSecrets, recoveryCodes];
  for (const table of [...waysIn, pushSubscriptions, staff])
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
  await db.execute(
    sql`update client_logs set user_id = null where user_id = any(${sql.param(these)}::int[])`,
  );
  await db
    .update(users)
    .set({
      name: '—',
      username: null,
      email: null,
      phone: null,
      secondaryPhone: null,
      emailConfirmedAt: null,
      phoneConfirmedAt: null,
      channels: [],
      erasedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(inArray(users.id, these));
}
