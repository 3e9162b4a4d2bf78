import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Place, runAt, sumOf, sumThatMoves } from '../databases.ts';

/** A clinic that commands of the house work on. */
export interface Full {
  readonly name: string;
  /** Another place of the same kind, empty. */
  make(): Promise<Place>;
  readonly from: Place;
  /** A folder for what it writes. */
  readonly home: string;
  /** How long a command takes over it. */
  readonly aRunMs: number;
}

/** A command that fills a place, and what has to stand there in the end, as a sum. */
interface Move {
  readonly to: Place;
  run(killAfterMs?: number): Promise<boolean>;
  sum(place: Place): Promise<string>;
  readonly meant: string;
}

/** Killed on its way in nothing is there, or all; where nothing is, all is the next time. */
async function movesIn({ to, run, sum, meant }: Move, killAfterMs: number) {
  const wrong: string[] = [];
  const killed = !(await run(killAfterMs));
  if ((await sumOf(to)) === '') {
    if (!killed) wrong.push('nothing came of it');
    await run();
  }
  if ((await sum(to)) !== meant) wrong.push('another clinic came in');
  return { killed, wrong };
}

/**
 * A kill while a clinic moves out leaves no archive or a complete one, and the clinic as it was. The archive
 * fills an empty database, also after a kill.
 */
export async function movingOutAndIn(
  { name, make, from, home, aRunMs }: Full,
  kills: number,
): Promise<string[]> {
  const wrong: string[] = [];
  const [before, meant] = [await sumOf(from), await sumThatMoves(from)];
  let killed = 0;
  for (let n = 1; n <= kills; n++) {
    const file = join(home, `moved-${n}.zip`);
    if (!(await runAt(from, 'move-out', [file], aRunMs * (0.3 + Math.random() * 0.7)))) killed++;
    if (!existsSync(file)) await runAt(from, 'move-out', [file]);
    if (!existsSync(file)) wrong.push(`${name}, move ${n}: it did not move out after a kill`);
    if ((await sumOf(from)) !== before) wrong.push(`${name}, move ${n}: moving out changed the clinic`);
    const to = await make();
    const run = (killAfterMs?: number) => runAt(to, 'move-in', [file], killAfterMs);
    const came = await movesIn({ to, run, sum: sumThatMoves, meant }, aRunMs * (0.5 + Math.random()));
    if (came.killed) killed++;
    wrong.push(...came.wrong.map((what) => `${name}, move ${n}: ${what}`));
    await to.forget();
  }
  console.log(`  moves out and in, ${name}: ${killed} kills, ${wrong.length} wrong`);
  return wrong;
}
