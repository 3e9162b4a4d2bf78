import { and, asc, eq, gt, inArray, isNull, max, type SQL, sql } from 'drizzle-orm';
import { importRows } from '#server/db/schema/tasks.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { TableRow } from '#server/engine/files/table-types.ts';
import type { RowContent, RowProblem, Verdict, VerdictReason } from '#shared/domain/imports/verdicts.ts';

export type ImportRowRecord = typeof importRows.$inferSelect;

/** A row without any text left. */
export const clearedRow = { cells: [], meant: null, why: null, person: null, phone: null };

/** Columns needed for checking. */
export type RowToCheck = Pick<ImportRowRecord, 'n' | 'cells' | 'decision' | 'matchId' | 'problem'>;

export interface NewImportRow extends TableRow {
  readonly problem: RowProblem | null;
}

/** Inserts rows that were read; existing rows stay. */
export async function insertRows(db: Db, importId: number, rows: readonly NewImportRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into import_rows (import_id, n, cells, problem)
    select ${importId}::int, n, array(select jsonb_array_elements_text(cells)), problem
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(n int, cells jsonb, problem text)
    on conflict do nothing`);
}

export async function deleteRows(db: Db, importId: number): Promise<void> {
  await db.delete(importRows).where(eq(importRows.importId, importId));
}

/** The last stored row of a file. */
export async function lastRow(db: Db, importId: number): Promise<number> {
  const [row] = await db
    .select({ n: max(importRows.n) })
    .from(importRows)
    .where(eq(importRows.importId, importId));
  return row?.n ?? 0;
}

/** Marks all rows to be checked again, also those left out; decisions of staff stay. */
export async function resetVerdicts(db: Db, importId: number): Promise<void> {
  const forgotten = { verdict: null, why: null, meant: null, person: null, phone: null };
  const outcome = sql`nullif(${importRows.outcome}, 'left')`;
  await db
    .update(importRows)
    .set({
      ...forgotten,
      sameAs: null,
      matchId: sql`case when decision = 'chosen' then match_id end`,
      outcome,
    })
    .where(eq(importRows.importId, importId));
}

/** Clears the data of rows that were ready but never imported. */
export async function clearUndoneRows(db: Db, importId: number): Promise<void> {
  await db
    .update(importRows)
    .set(clearedRow)
    .where(
      and(
        eq(importRows.importId, importId),
        inArray(importRows.verdict, ['new', 'same']),
        isNull(importRows.outcome),
      ),
    );
}

const { n, cells, decision, matchId, problem } = importRows;
const checkColumns = { n, cells, decision, matchId, problem };

export const listUncheckedRows = (db: Db, importId: number, limit: number): Promise<RowToCheck[]> =>
  db
    .select(checkColumns)
    .from(importRows)
    .where(and(eq(importRows.importId, importId), isNull(importRows.verdict)))
    .orderBy(asc(importRows.n))
    .limit(limit);

/** Marks these rows to be checked once more. */
export const findRowsToCheck = (db: Db, importId: number, ns: readonly number[]): Promise<RowToCheck[]> =>
  db
    .select(checkColumns)
    .from(importRows)
    .where(and(eq(importRows.importId, importId), inArray(importRows.n, [...ns])));

export async function findImportRow(
  db: Db,
  importId: number,
  n: number,
): Promise<ImportRowRecord | undefined> {
  const [row] = await db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, importId), eq(importRows.n, n)));
  return row;
}

export async function updateRow(
  db: Db,
  importId: number,
  n: number,
  change: Partial<typeof importRows.$inferInsert>,
): Promise<void> {
  await db
    .update(importRows)
    .set(change)
    .where(and(eq(importRows.importId, importId), eq(importRows.n, n)));
}

interface Page {
  readonly after: number;
  readonly limit: number;
}

const selectRowPage = (
  db: Db,
  importId: number,
  { after, limit }: Page,
  which: SQL,
): Promise<ImportRowRecord[]> =>
  db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, importId), gt(importRows.n, after), which))
    .orderBy(asc(importRows.n))
    .limit(limit);

/** A page of rows in the order of the file. */
export const loadRowPage = (
  db: Db,
  importId: number,
  { verdict, ...page }: Page & { verdict: Verdict | 'kept' | undefined },
): Promise<ImportRowRecord[]> =>
  selectRowPage(
    db,
    importId,
    page,
    verdict === 'kept'
      ? eq(importRows.outcome, 'kept')
      : verdict
        ? eq(importRows.verdict, verdict)
        : sql`${importRows.verdict} is not null`,
  );

/** Rows that were left out, or that stayed when the rest was undone. */
export const loadLeftRows = (db: Db, importId: number, page: Page): Promise<ImportRowRecord[]> =>
  selectRowPage(db, importId, page, sql`(verdict in ('doubtful', 'wrong') or outcome in ('left', 'kept'))`);

export interface CheckedRow {
  readonly n: number;
  readonly verdict: Verdict;
  readonly why: VerdictReason | null;
  readonly meant: RowContent | null;
  readonly person: string | null;
  readonly phone: string | null;
  readonly matchId: number | null;
}

export async function saveCheckedRows(db: Db, importId: number, rows: readonly CheckedRow[]): Promise<void> {
  await db.execute(sql`
    update import_rows r set verdict = c.verdict, why = c.why, meant = c.meant, person = c.person,
      phone = c.phone, match_id = c."matchId", same_as = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c(n int, verdict text, why jsonb, meant jsonb, person text, phone text, "matchId" int)
    where r.import_id = ${importId} and r.n = c.n`);
}

/** The texts of one column, to determine its format. */
export async function listColumnTexts(db: Db, importId: number, column: number): Promise<string[]> {
  const { rows } = await db.execute<{ text: string | null }>(sql`
    select distinct cells[${column + 1}::int] as text from import_rows where import_id = ${importId}`);
  return rows.map(({ text }) => text ?? '');
}

export interface SharedPhonePerson extends Record<string, unknown> {
  readonly phone: string;
  readonly person: string;
  readonly name: string;
  readonly first: number;
}

/** People with one phone and several names, each by the first row. */
export async function listSharedPhones(db: Db, importId: number): Promise<SharedPhonePerson[]> {
  const { rows } = await db.execute<SharedPhonePerson>(sql`
    select phone, person, min(meant ->> 'name') as name, min(n) as first
    from (select phone, person, meant, n, min(person) over same <> max(person) over same as is_shared
      from import_rows where import_id = ${importId} and verdict = 'new' and phone is not null
      window same as (partition by phone)) r
    where is_shared group by phone, person order by phone, first`);
  return rows;
}

/** Removes the results of comparing rows with each other. */
export async function resetComparison(db: Db, importId: number): Promise<void> {
  await db.execute(sql`
    update import_rows set verdict = case when match_id is null then 'new' else 'same' end, same_as = null,
      why = null
    where import_id = ${importId} and (same_as is not null or why ->> 'code' = 'soundsAlikeRow'
      or why = '{"code":"visitThere"}')`);
}

/**
 * Assigns rows of one person to the person's first row, and skips duplicate appointments. Uses row numbers
 * instead of a join, because rows that were just inserted have no statistics.
 */
export async function mergeRowsOfPerson(db: Db, importId: number): Promise<void> {
  await db.execute(sql`
    update import_rows r set verdict = 'same', same_as = f.first
    from (select n, min(n) over (partition by person) as first from import_rows
      where import_id = ${importId} and verdict = 'new' and same_as is null and person is not null) f
    where r.import_id = ${importId} and r.n = f.n and f.first < f.n`);
  await db.execute(sql`
    update import_rows r set why = '{"code":"visitThere"}', verdict = 'same'
    from (select n, row_number() over (partition by coalesce(match_id::text, person),
        meant #>> '{visit,date}', meant #>> '{visit,time}' order by n) as nth
      from import_rows where import_id = ${importId} and verdict in ('new', 'same')
        and meant #>> '{visit,date}' is not null) seen
    where r.import_id = ${importId} and r.n = seen.n and seen.nth > 1`);
}

/** Marks rows that mean, or may mean, a person with another name and the same phone. */
export async function markSimilarNames(
  db: Db,
  importId: number,
  alike: readonly { person: string; first: number; name: string }[],
): Promise<void> {
  if (alike.length === 0) return;
  const given = sql`jsonb_to_recordset(${JSON.stringify(alike)}::jsonb) as a(person text, first int, name text)`;
  await db.execute(sql`
    update import_rows r set verdict = 'doubtful', why = jsonb_build_object('code', 'soundsAlikeRow',
      'params', jsonb_build_object('name', a.name, 'row', a.first))
    from ${given} where r.import_id = ${importId} and r.person = a.person and r.verdict = 'new'
      and coalesce(r.decision, 'read') = 'read'`);
  await db.execute(sql`
    update import_rows r set verdict = 'same', same_as = a.first
    from ${given} where r.import_id = ${importId} and r.person = a.person and r.verdict = 'new'
      and r.decision = 'same'`);
}
