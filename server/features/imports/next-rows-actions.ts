import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { lockPeople } from '#server/features/users/queries.ts';
import { fold } from '#shared/domain/people/search.ts';
import { type Clinic, checkRows, type Double, doublesOf, meantIn } from './check-actions.ts';
import type { ImportWork } from './queries.ts';
import { rowsToCheck } from './row-queries.ts';
import { patientsOfRows, type Ready, readyRows } from './run-queries.ts';

/**
 * What is read of people and stays so until the transaction ends: whoever books for them, joins or removes
 * them waits for that. What was done while this waited may have made it about others, who are locked as well.
 */
export async function readLocking<T>(
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

/** Rows at once: a short transaction, between which the site is served. */
const together = 100;

/**
 * The next rows. Whose patient is gone since the check is checked anew; where a new one before it may be the
 * same woman it waits for the step after this, which finds that one.
 */
async function nextRows(deps: Deps, tx: Db, work: ImportWork, clinic: Clinic): Promise<Ready[]> {
  for (;;) {
    const rows: Ready[] = [];
    const gone: number[] = [];
    const added = new Set<string>();
    for (const row of await readyRows(tx, work.id, together)) {
      const { n, meant, verdict, sameAs, matchId } = row;
      if (meant && sameAs === null && matchId === null) {
        const known = [meant.phone ?? [], fold(meant.name)].flat();
        if (verdict === 'same' && known.some((one) => added.has(one))) break;
        if (verdict === 'same') gone.push(n);
        for (const one of known) added.add(one);
      }
      rows.push(row);
    }
    if (gone.length === 0) return rows;
    await checkRows(deps, tx, work, clinic, await rowsToCheck(tx, work.id, gone));
  }
}

export interface Next {
  readonly rows: readonly Ready[];
  /** Whom new rows mean, or may mean, who was not there when they were checked. */
  readonly since: ReadonlyMap<number, Double>;
  /** Whose patient an earlier row has become, by its number. */
  readonly patientOf: ReadonlyMap<number, number>;
}

/** The next rows, and who of those who are there each of them means. */
export function findNextRows(deps: Deps, tx: Db, work: ImportWork, clinic: Clinic): Promise<Next> {
  const read = async (): Promise<Next> => {
    const rows = await nextRows(deps, tx, work, clinic);
    const fresh = rows.filter(({ verdict }) => verdict === 'new');
    const doubles = await doublesOf(
      deps,
      tx,
      fresh.flatMap(({ meant }) => meant ?? []),
    );
    const since = new Map(
      fresh.flatMap(({ n, meant, decision }) => {
        const double = meant && meantIn(doubles, meant, decision);
        return double ? [[n, double] as const] : [];
      }),
    );
    const patientOf = await patientsOfRows(
      tx,
      work.id,
      rows.flatMap(({ sameAs }) => sameAs ?? []),
    );
    return { rows, since, patientOf };
  };
  return readLocking(tx, read, ({ rows, since, patientOf }) => [
    ...rows.flatMap(({ matchId }) => matchId ?? []),
    ...[...since.values()].map(({ match }) => match.id),
    ...patientOf.values(),
  ]);
}
