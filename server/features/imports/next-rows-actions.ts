import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { lockPeople } from '#server/features/users/queries.ts';
import { listVisitDoubts } from '#shared/domain/imports/visit-doubts.ts';
import { normalizeForSearch } from '#shared/domain/people/search.ts';
import {
  type ClinicData,
  checkRows,
  findPatientMatches,
  matchAfterDecision,
  type PatientMatch,
} from './check-actions.ts';
import type { ImportRecord } from './queries.ts';
import { findRowsToCheck } from './row-queries.ts';
import { findPatientsOfRows, listReadyRows, type ReadyRow } from './run-queries.ts';

/**
 * Locks the people of the rows until the transaction ends, so that bookings, merges and deletions wait. If
 * something changed before the locks were taken, other people may be affected and are locked too.
 */
export async function readAndLockPeople<T>(
  tx: Db,
  read: () => Promise<T>,
  peopleIn: (found: T) => readonly number[],
): Promise<T> {
  const locked = new Set<number>();
  for (;;) {
    const found = await read();
    const others = peopleIn(found).filter((id) => !locked.has(id));
    if (others.length === 0) return found;
    await lockPeople(tx, others);
    for (const id of others) locked.add(id);
  }
}

/** Rows per short transaction; other requests run in between. */
const rowsPerStep = 100;

/** The branch was closed, or the doctor became absent, since the check. */
const isNowDoubtful = (
  { meant, decision }: ReadyRow,
  { columns, accepted }: ImportRecord,
  { hours }: ClinicData,
): boolean =>
  meant !== null &&
  decision === null &&
  listVisitDoubts(meant.visit, columns, hours).some(({ code }) => !(accepted as string[]).includes(code));

/**
 * The next rows. A row whose patient was deleted or whose appointment became doubtful is checked again; a row
 * that may mean a new patient of an earlier row waits for the next step.
 */
async function loadReadyRows(
  deps: Deps,
  tx: Db,
  work: ImportRecord,
  clinic: ClinicData,
): Promise<ReadyRow[]> {
  for (;;) {
    const rows: ReadyRow[] = [];
    const outdated: number[] = [];
    const added = new Set<string>();
    for (const row of await listReadyRows(tx, work.id, rowsPerStep)) {
      const { n, meant, verdict, sameAs, matchId } = row;
      if (meant && sameAs === null && matchId === null) {
        const known = [meant.phone ?? [], normalizeForSearch(meant.name)].flat();
        if (verdict === 'same' && known.some((one) => added.has(one))) break;
        if (verdict === 'same') outdated.push(n);
        for (const one of known) added.add(one);
      }
      if (isNowDoubtful(row, work, clinic)) outdated.push(n);
      rows.push(row);
    }
    if (outdated.length === 0) return rows;
    await checkRows(deps, tx, work, clinic, await findRowsToCheck(tx, work.id, outdated));
  }
}

export interface NextRows {
  readonly rows: readonly ReadyRow[];
  /** Patients that new rows mean or may mean, and that did not exist during the check. */
  readonly since: ReadonlyMap<number, PatientMatch>;
  /** The patient that an earlier row became, by row number. */
  readonly patientOf: ReadonlyMap<number, number>;
}

/** The next rows, and the existing patients that each of them means. */
export function findNextRows(deps: Deps, tx: Db, work: ImportRecord, clinic: ClinicData): Promise<NextRows> {
  const read = async (): Promise<NextRows> => {
    const rows = await loadReadyRows(deps, tx, work, clinic);
    const fresh = rows.filter(({ verdict }) => verdict === 'new');
    const duplicates = await findPatientMatches(
      deps,
      tx,
      fresh.flatMap(({ meant }) => meant ?? []),
    );
    const since = new Map(
      fresh.flatMap(({ n, meant, decision }) => {
        const duplicate = meant && matchAfterDecision(duplicates, meant, decision);
        return duplicate ? [[n, duplicate] as const] : [];
      }),
    );
    const patientOf = await findPatientsOfRows(
      tx,
      work.id,
      rows.flatMap(({ sameAs }) => sameAs ?? []),
    );
    return { rows, since, patientOf };
  };
  return readAndLockPeople(tx, read, ({ rows, since, patientOf }) => [
    ...rows.flatMap(({ matchId }) => matchId ?? []),
    ...[...since.values()].map(({ match }) => match.id),
    ...patientOf.values(),
  ]);
}
