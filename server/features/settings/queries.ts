import { desc, eq, sql } from 'drizzle-orm';
import { contentVersions } from '#server/db/schema/homepage.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { type ClinicSettings, readClinicSettings } from '#shared/domain/clinic-settings.ts';

const key = 'settings';

/** The settings in force, straight from the database: for a transaction that is about to change them. */
export async function readSettings(db: Db): Promise<ClinicSettings> {
  const [row] = await db
    .select({ body: contentVersions.body })
    .from(contentVersions)
    .where(eq(contentVersions.key, key))
    .orderBy(desc(contentVersions.id))
    .limit(1);
  return readClinicSettings((row?.body ?? {}) as object);
}

/** Whether somebody has saved settings; without, those stand with which the clinic came. */
export async function areSettingsKept(db: Db): Promise<boolean> {
  const rows = await db
    .select({ id: contentVersions.id })
    .from(contentVersions)
    .where(eq(contentVersions.key, key))
    .limit(1);
  return rows.length > 0;
}

/**
 * The settings in force, kept in memory until somebody changes them. Ask before a transaction, not inside
 * one.
 */
export const currentSettings = (deps: Pick<Deps, 'cache' | 'db'>): Promise<ClinicSettings> =>
  deps.cache.get('settings', 'current', () => readSettings(deps.db));

export async function insertSettings(db: Db, settings: ClinicSettings, authorId: number): Promise<void> {
  await db.insert(contentVersions).values({ key, body: settings, authorId });
}

const settingsLock = 7_402_322;

/** Two who save at once take turns; held to the end of the transaction. */
export async function lockSettings(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${settingsLock})`);
}
