import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { importRows, imports } from '#server/db/schema/tasks.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { toReply } from '#server/engine/db/fields.ts';
import type { PersonalData } from '#server/registries.ts';
import { type Import, importSchema } from '#shared/contract/connections/imports.ts';
import { type ImportState, workingStates } from '#shared/domain/imports/verdicts.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { isMessage, say } from '#shared/messages/dictionaries.ts';
import { clearedRow } from './row-queries.ts';

/** Everything but the file itself. */
const columns = {
  id: imports.id,
  createdBy: imports.createdBy,
  createdAt: imports.createdAt,
  fileName: imports.fileName,
  state: imports.state,
  refusal: imports.refusal,
  attempts: imports.attempts,
  encoding: imports.encoding,
  delimiter: imports.delimiter,
  sheets: imports.sheets,
  sheet: imports.sheet,
  dayOrder: imports.dayOrder,
  foundOrders: imports.foundOrders,
  hasHeadings: imports.hasHeadings,
  account: imports.account,
  accepted: imports.accepted,
  headings: imports.headings,
  columns: imports.columns,
  locationId: imports.locationId,
  serviceId: imports.serviceId,
  remind: imports.remind,
  total: imports.total,
  progress: imports.progress,
  finishedAt: imports.finishedAt,
};
export type ImportRecord = Omit<typeof imports.$inferSelect, 'bytes'>;

/** Maximum number of imports in the list. */
const maxListedImports = 20;

export async function insertImport(
  db: Db,
  file: { fileName: string; bytes: Buffer; createdBy: number; createdAt: Date },
): Promise<number> {
  const [row] = await db.insert(imports).values(file).returning({ id: imports.id });
  if (!row) throw new Error('an import was not inserted');
  return row.id;
}

export async function findImport(db: Db, id: number): Promise<ImportRecord | undefined> {
  const [row] = await db.select(columns).from(imports).where(eq(imports.id, id));
  return row;
}

/** Locks the import until the transaction ends. */
export async function lockImport(db: Db, id: number): Promise<ImportRecord | undefined> {
  const [row] = await db.select(columns).from(imports).where(eq(imports.id, id)).for('update');
  return row;
}

export const listNewestImports = (db: Db): Promise<ImportRecord[]> =>
  db.select(columns).from(imports).orderBy(desc(imports.id)).limit(maxListedImports);

/** The oldest import with work for the server. */
export async function findNextActiveImport(db: Db): Promise<number | undefined> {
  const [row] = await db
    .select({ id: imports.id })
    .from(imports)
    .where(inArray(imports.state, [...workingStates]))
    .orderBy(imports.id)
    .limit(1);
  return row?.id;
}

/** Whether another import is running or being undone. */
export async function isOtherImportActive(db: Db, id: number): Promise<boolean> {
  const found = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(inArray(imports.state, [...workingStates]), ne(imports.id, id)))
    .limit(1);
  return found.length > 0;
}

export async function findImportFile(db: Db, id: number): Promise<Buffer | null> {
  const [row] = await db.select({ bytes: imports.bytes }).from(imports).where(eq(imports.id, id));
  return row?.bytes ?? null;
}

/** Takes an import for work; returns its state and counts the attempt. */
export async function claimImport(db: Db, id: number): Promise<ImportRecord | undefined> {
  const [row] = await db
    .update(imports)
    .set({ attempts: sql`${imports.attempts} + 1` })
    .where(eq(imports.id, id))
    .returning(columns);
  return row;
}

/** Reverts the counted attempt. */
export async function uncountAttempt(db: Db, id: number): Promise<void> {
  await db
    .update(imports)
    .set({ attempts: sql`greatest(${imports.attempts} - 1, 0)` })
    .where(eq(imports.id, id));
}

/** Saves the result of a step. Progress resets the attempts unless stated otherwise. */
export async function updateImport(
  db: Db,
  id: number,
  change: Partial<typeof imports.$inferInsert> & { progressBy?: number },
): Promise<void> {
  const { progressBy, ...rest } = change;
  await db
    .update(imports)
    .set({
      attempts: 0,
      ...rest,
      ...(progressBy ? { progress: sql`${imports.progress} + ${progressBy}` } : {}),
    })
    .where(eq(imports.id, id));
}

export async function deleteImport(db: Db, id: number): Promise<void> {
  await db.delete(imports).where(eq(imports.id, id));
}

interface ImportTally extends Record<string, unknown> {
  id: number;
  new: number;
  same: number;
  doubtful: number;
  wrong: number;
  patients: number;
  visits: number;
  left: number;
  examples: string[][] | null;
  reasons: Import['reasons'] | null;
}

/** Row counts of some imports. */
async function countImportRows(db: Db, ids: readonly number[]): Promise<Map<number, ImportTally>> {
  const { rows } = await db.execute<ImportTally>(sql`
    select i.id, counted.*,
      (select jsonb_agg(to_jsonb(first.cells)) from (select cells from import_rows r
        where r.import_id = i.id and r.problem is null order by n limit 3) first) as examples,
      (select jsonb_agg(jsonb_build_object('code', code, 'n', n, 'canBeAccepted', open) order by n desc, code)
        from (
        select coalesce(why ->> 'code', 'noName') as code, count(*) as n,
          bool_and(verdict = 'doubtful') as open from import_rows r
        where r.import_id = i.id and (verdict in ('doubtful', 'wrong') or outcome in ('left', 'kept'))
        group by 1) reason) as reasons
    from unnest(${sql.param([...ids])}::int[]) i(id) cross join lateral (
      select count(*) filter (where verdict = 'new')::int as new,
        count(*) filter (where verdict = 'same')::int as same,
        count(*) filter (where verdict = 'doubtful')::int as doubtful,
        count(*) filter (where verdict = 'wrong')::int as wrong,
        count(*) filter (where outcome = 'in' and made_patient)::int as patients,
        count(*) filter (where outcome = 'in' and appointment_id is not null)::int as visits,
        count(*) filter (where outcome in ('left', 'kept'))::int as left
      from import_rows r where r.import_id = i.id) counted`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Imports as the API shows them, in the reader's language. */
export async function presentImports(db: Db, lang: Lang, works: readonly ImportRecord[]): Promise<Import[]> {
  if (works.length === 0) return [];
  const counted = await countImportRows(
    db,
    works.map(({ id }) => id),
  );
  return works.map((work) => {
    const { new: fresh = 0, same = 0, doubtful = 0, wrong = 0, ...rest } = counted.get(work.id) ?? {};
    const { patients = 0, visits = 0, left = 0, examples, reasons } = rest as Partial<ImportTally>;
    const key = `import.refusal.${work.refusal}`;
    const line = { row: work.account?.line ?? 1 };
    const { dayOrder, foundOrders, columns } = work;
    const orderOf = (field: 'visitDate' | 'birthDate') => {
      const found = dayOrder === 'auto' ? (foundOrders?.[field] ?? null) : dayOrder;
      return columns.includes(field) ? found : null;
    };
    return toReply(importSchema, work, {
      refusal: work.refusal !== null && isMessage(key) ? say(lang, key, line) : work.refusal,
      counts: { new: fresh, same, doubtful, wrong },
      patients,
      visits,
      left,
      account: work.account,
      examples: examples ?? [],
      reasons: reasons ?? [],
      orders: { visitDate: orderOf('visitDate'), birthDate: orderOf('birthDate') },
    });
  });
}

/**
 * Deletes the row data of imports after some days; which patients came from them stays. A file that is still
 * being read by then is given up.
 */
export async function purgeImports(db: Db, before: Date): Promise<void> {
  const settled: ImportState[] = ['done', 'undone'];
  const old = sql`${imports.createdAt} < ${before.toISOString()}::timestamptz`;
  const notIn: ImportState[] = ['reading', 'refused', 'checking', 'checked'];
  await db.delete(imports).where(and(old, inArray(imports.state, notIn)));
  await db.execute(sql`
    update import_rows r set cells = '{}', meant = null, why = null, person = null, phone = null
    from imports where imports.id = r.import_id and ${old} and cells <> '{}'
      and imports.state in ${settled}`);
}

/** Clears the rows of erased people, and the names in rows that matched them. */
async function eraseInImports(db: Db, patientIds: readonly number[]): Promise<void> {
  const ids = [...patientIds];
  await db.update(importRows).set(clearedRow).where(inArray(importRows.patientId, ids));
  await db
    .update(importRows)
    .set({ ...clearedRow, verdict: 'wrong', why: { code: 'noName' }, matchId: null })
    .where(and(inArray(importRows.matchId, ids), isNull(importRows.outcome)));
  await eraseSimilarNames(db, ids);
}

/** Removes the names of these people from rows that may mean them. */
async function eraseSimilarNames(db: Db, patientIds: readonly number[]): Promise<void> {
  await db.execute(sql`
    update import_rows set why = why #- '{params,name}'
    where why #>> '{params,patient}' = any(${sql.param(patientIds.map(String))}::text[])`);
}

/** Rows of another list that mean an imported patient stay, and are checked again when they are imported. */
export const importedData: PersonalData = { forget: eraseInImports, forgetImported: eraseSimilarNames };
