import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { patientAlerts, patientFiles } from '#server/db/schema/patient-files.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { elsewhere, valuesFor } from '#server/engine/db/fields.ts';
import { noShowsOf } from '#server/features/appointments/no-show-queries.ts';
import { listed } from '#server/features/held-times/held-time-queries.ts';
import { presentUser, type UserRow } from '#server/features/users/queries.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { Alert, changePatientFile, PatientFile } from '#shared/contract/patients.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { weekOn } from '#shared/domain/people/alerts.ts';
import { countNoShows, mustBeCalled } from '#shared/domain/people/no-shows.ts';
import { statusesOf } from '#shared/domain/visits/appointment-status.ts';

export type Facts = Pick<typeof patientFiles.$inferSelect, 'birthDate' | 'paperFile' | 'note'>;

/** Birth date, paper file and note of a patient. */
export async function factsOf(db: Db, patientId: number): Promise<Facts> {
  const [row] = await db
    .select({ birthDate: patientFiles.birthDate, paperFile: patientFiles.paperFile, note: patientFiles.note })
    .from(patientFiles)
    .where(eq(patientFiles.patientId, patientId));
  return row ?? { birthDate: null, paperFile: null, note: '' };
}

export async function birthDatesOf(db: Db, ids: readonly number[]): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: patientFiles.patientId, birthDate: patientFiles.birthDate })
    .from(patientFiles)
    .where(inArray(patientFiles.patientId, [...ids]));
  return new Map(rows.map(({ id, birthDate }) => [id, birthDate]));
}

export const factsIn = ({ note, ...body }: Body<typeof changePatientFile>): Partial<Facts> => ({
  ...valuesFor(patientFiles, body, { version: elsewhere }),
  ...(note === undefined ? {} : { note }),
});

export async function saveFacts(db: Db, patientId: number, facts: Partial<Facts>): Promise<void> {
  await db
    .insert(patientFiles)
    .values({ patientId, ...facts })
    .onConflictDoUpdate({ target: patientFiles.patientId, set: facts });
}

interface Visits extends Record<string, unknown> {
  seen: number;
  missed: number;
  usual: PatientFile['usualBranch'];
}

/**
 * Number of attended and missed appointments at all branches, and the branch with the most. The numbers
 * reveal nothing about the reasons.
 */
async function visitsOf(db: Db, patientId: number): Promise<Visits> {
  const { rows } = await db.execute<Visits>(sql`
    with mine as (select status, location_id from appointments where patient_id = ${patientId})
    select (select count(*) from mine where status in (${listed(statusesOf('attended'))}))::int as seen,
      (select count(*) from mine where status in (${listed(statusesOf('missed'))}))::int as missed,
      (select json_build_object('id', l.id, 'name', l.name, 'nameAr', l.name_ar)
        from locations l join mine on mine.location_id = l.id
        group by l.id order by count(*) desc, l.id limit 1) as usual`);
  return rows[0] ?? { seen: 0, missed: 0, usual: null };
}

/** The file of a patient as the API shows it. */
export async function fileOf(
  db: Db,
  user: UserRow,
  { prefix, noShowsBeforeCall }: Pick<ClinicSettings, 'prefix' | 'noShowsBeforeCall'>,
  now: Date,
): Promise<PatientFile> {
  const [facts, { seen, missed, usual }] = await Promise.all([factsOf(db, user.id), visitsOf(db, user.id)]);
  const missedCounted = missed === 0 ? 0 : countNoShows(await noShowsOf(db, user.id), dayClock(now).date);
  return {
    user: presentUser(user, prefix),
    ...facts,
    seen,
    missed,
    missedCounted,
    waitsForCall: mustBeCalled(missedCounted, noShowsBeforeCall),
    usualBranch: usual,
    version: user.version,
  };
}

export type AlertRow = typeof patientAlerts.$inferSelect;

/** An alert as the API shows it on a day: the week of a pregnancy depends on the day. */
export const alertOf = ({ id, kind, text, weekOne }: AlertRow, today: string): Alert => ({
  id,
  kind,
  text,
  week: weekOne === null ? null : weekOn(weekOne, today),
});

/** Active alerts of these patients, oldest first. */
export const alertsOf = (db: Db, patientIds: readonly number[]): Promise<AlertRow[]> =>
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
