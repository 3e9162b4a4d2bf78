import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checksumAll, checksumOfExport, type EmptyDatabase, runCommandAt } from '../databases.ts';

/** A clinic with data, on which operator commands run. */
export interface FilledClinic {
  readonly name: string;
  /** Creates an empty place of the same kind. */
  make(): Promise<EmptyDatabase>;
  readonly from: EmptyDatabase;
  /** Folder for files of the commands. */
  readonly home: string;
  /** Milliseconds that a command takes on this clinic. */
  readonly aRunMs: number;
}

/** A command that fills a place, and the expected checksum of the result. */
interface MoveCommand {
  readonly to: EmptyDatabase;
  run(killAfterMs?: number): Promise<boolean>;
  sum(place: EmptyDatabase): Promise<string>;
  readonly meant: string;
}

/**
 * After a kill during an import, the place must be empty or complete; if empty, the next attempt must
 * complete it.
 */
async function checkMoveIn({ to, run, sum, meant }: MoveCommand, killAfterMs: number) {
  const wrong: string[] = [];
  const killed = !(await run(killAfterMs));
  if ((await checksumAll(to)) === '') {
    if (!killed) wrong.push('nothing came of it');
    await run();
  }
  if ((await sum(to)) !== meant) wrong.push('another clinic came in');
  return { killed, wrong };
}

/**
 * After a kill during an export, there must be no archive or a complete one, and the clinic must be
 * unchanged. The archive must fill an empty database, also after a kill.
 */
export async function killDuringMoves(
  { name, make, from, home, aRunMs }: FilledClinic,
  kills: number,
): Promise<string[]> {
  const wrong: string[] = [];
  const [before, meant] = [await checksumAll(from), await checksumOfExport(from)];
  let killed = 0;
  for (let n = 1; n <= kills; n++) {
    const file = join(home, `moved-${n}.zip`);
    if (!(await runCommandAt(from, 'move-out', [file], aRunMs * (0.3 + Math.random() * 0.7)))) killed++;
    if (!existsSync(file)) await runCommandAt(from, 'move-out', [file]);
    if (!existsSync(file)) wrong.push(`${name}, move ${n}: it did not move out after a kill`);
    if ((await checksumAll(from)) !== before) wrong.push(`${name}, move ${n}: moving out changed the clinic`);
    const to = await make();
    const run = (killAfterMs?: number) => runCommandAt(to, 'move-in', [file], killAfterMs);
    const came = await checkMoveIn({ to, run, sum: checksumOfExport, meant }, aRunMs * (0.5 + Math.random()));
    if (came.killed) killed++;
    wrong.push(...came.wrong.map((what) => `${name}, move ${n}: ${what}`));
    await to.forget();
  }
  console.log(`  moves out and in, ${name}: ${killed} kills, ${wrong.length} wrong`);
  return wrong;
}
