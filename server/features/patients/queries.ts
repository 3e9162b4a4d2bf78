import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { patientAlerts, patientFiles } from '#server/db/schema/patient-files.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { columnValues, ignoreField } from '#server/engine/db/fields.ts';
import { listPatientNoShows } from '#server/features/appointments/no-show-queries.ts';
import { statusList } from '#server/features/held-times/held-time-queries.ts';
import { presentUser, type UserRow } from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { Alert, changePatientFile, PatientFile } from '#shared/contract/patients.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { weekOn } from '#shared/domain/people/alerts.ts';
import { countNoShows, requiresConfirmingCall } from '#shared/domain/people/no-shows.ts';
import { statusesOf } from '#shared/domain/visits/appointment-status.ts';

export type FileFacts = Pick<typeof patientFiles.$inferSelect, 'birthDate' | 'paperFile' | 'note'>;

/** Birth date, paper file and note of a patient. */
export async function findFileFacts(db: Db, patientId: number): Promise<FileFacts> {
  const [row] = await db
    .select({ birthDate: patientFiles.birthDate, paperFile: patientFiles.paperFile, note: patientFiles.note })
    .from(patientFiles)
    .where(eq(patientFiles.patientId, patientId));
  return row ?? { birthDate: null, paperFile: null, note: '' };
}

export async function findPatientBirthDates(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: patientFiles.patientId, birthDate: patientFiles.birthDate })
    .from(patientFiles)
    .where(inArray(patientFiles.patientId, [...ids]));
  return new Map(rows.map(({ id, birthDate }) => [id, birthDate]));
}

export const pickFileFacts = ({ note, ...body }: Body<typeof changePatientFile>): Partial<FileFacts> => ({
  ...columnValues(patientFiles, body, { version: ignoreField }),
  ...(note === undefined ? {} : { note }),
});

export async function saveFacts(db: Db, patientId: number, facts: Partial<FileFacts>): Promise<void> {
  await db
    .insert(patientFiles)
    .values({ patientId, ...facts })
    .onConflictDoUpdate({ target: patientFiles.patientId, set: facts });
}

interface VisitCounts extends Record<string, unknown> {
  seen: number;
  missed: number;
  usual: PatientFile['usualBranch'];
}

/**
 * Number of attended and missed appointments at all branches, and the branch with the most. The numbers
 * reveal nothing about the reasons.
 */
async function countPatientVisits(db: Db, patientId: number): Promise<VisitCounts> {
  const { rows } = await db.execute<VisitCounts>(sql`
    with mine as (select status, location_id from appointments where patient_id = ${patientId})
    select (select count(*) from mine where status in (${statusList(statusesOf('attended'))}))::int as seen,
      (select count(*) from mine where status in (${statusList(statusesOf('missed'))}))::int as missed,
      (select json_build_object('id', l.id, 'name', l.name, 'nameAr', l.name_ar)
        from locations l join mine on mine.location_id = l.id
        group by l.id order by count(*) desc, l.id limit 1) as usual`);
  return rows[0] ?? { seen: 0, missed: 0, usual: null };
}

/** The file of a patient as the API shows it. */
export async function presentPatientFile(
  db: Db,
  user: UserRow,
  { prefix, noShowsBeforeCall }: Pick<ClinicSettings, 'prefix' | 'noShowsBeforeCall'>,
  now: Date,
): Promise<PatientFile> {
  const [facts, { seen, missed, usual }] = await Promise.all([
    findFileFacts(db, user.id),
    countPatientVisits(db, user.id),
  ]);
  const missedCounted =
    missed === 0 ? 0 : countNoShows(await listPatientNoShows(db, user.id), dayClock(now).date);
  return {
    user: presentUser(user, prefix),
    ...facts,
    seen,
    missed,
    missedCounted,
    waitsForCall: requiresConfirmingCall(missedCounted, noShowsBeforeCall),
    usualBranch: usual,
    version: user.version,
  };
}

export type AlertRow = typeof patientAlerts.$inferSelect;

/** An alert as the API shows it on a day: the week of a pregnancy depends on the day. */
export const presentAlert = ({ id, kind, text, weekOne }: AlertRow, today: string): Alert => ({
  id,
  kind,
  text,
  week: weekOne === null ? null : weekOn(weekOne, today),
});

/** Active alerts of these patients, oldest first. */
export const listActiveAlerts = (db: Db, patientIds: readonly number[]): Promise<AlertRow[]> =>
  db
    .select()
    .from(patientAlerts)
    .where(and(inArray(patientAlerts.patientId, [...patientIds]), isNull(patientAlerts.endedAt)))
    .orderBy(asc(patientAlerts.id));

export async function insertAlert(
  db: Db,
  alert: typeof patientAlerts.$inferInsert,
): Promise<AlertRow | undefined> {
  const [row] = await db.insert(patientAlerts).values(alert).returning();
  return row;
}

/** Ends an alert. False if the patient has no active alert with this id. */
export async function endAlert(
  db: Db,
  { patientId, id, by, now }: { patientId: number; id: number; by: number; now: Date },
): Promise<boolean> {
  const ended = await db
    .update(patientAlerts)
    .set({ endedAt: now, endedBy: by })
    .where(
      and(eq(patientAlerts.id, id), eq(patientAlerts.patientId, patientId), isNull(patientAlerts.endedAt)),
    )
    .returning({ id: patientAlerts.id });
  return ended.length > 0;
}
