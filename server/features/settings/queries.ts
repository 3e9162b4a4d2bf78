import { desc, eq, sql } from 'drizzle-orm';
import { contentVersions } from '#server/db/schema/homepage.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { type ClinicSettings, readClinicSettings } from '#shared/domain/clinic-settings.ts';

const key = 'settings';

/** The newest content that was saved under a key; empty if none was. */
export async function newestContent(db: Db, key: string): Promise<object> {
  const [row] = await db
    .select({ body: contentVersions.body })
    .from(contentVersions)
    .where(eq(contentVersions.key, key))
    .orderBy(desc(contentVersions.id))
    .limit(1);
  return (row?.body ?? {}) as object;
}

/** The current settings, uncached: for a transaction that changes them. */
export const readSettings = async (db: Db): Promise<ClinicSettings> =>
  readClinicSettings(await newestContent(db, key));

/** Whether settings were ever saved; otherwise the defaults apply. */
export async function hasSavedSettings(db: Db): Promise<boolean> {
  const rows = await db
    .select({ id: contentVersions.id })
    .from(contentVersions)
    .where(eq(contentVersions.key, key))
    .limit(1);
  return rows.length > 0;
}

/** The current settings, cached until somebody changes them. Call it before a transaction, not inside. */
export const currentSettings = (deps: Pick<Deps, 'cache' | 'db'>): Promise<ClinicSettings> =>
  deps.cache.get('settings', 'current', () => readSettings(deps.db));

export async function insertSettings(db: Db, settings: ClinicSettings, authorId: number): Promise<void> {
  await db.insert(contentVersions).values({ key, body: settings, authorId });
}

const settingsLock = 7_402_322;

/** Serializes two saves until the transaction ends. */
export async function lockSettings(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${settingsLock})`);
}
