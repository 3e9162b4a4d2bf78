import { connect, type Database } from '#server/engine/db/connect.ts';
import { seed } from '../../../bench/seed.ts';
import type { Running } from '../../../bench/servers.ts';
import { type Ledger, seededVisits } from '../ledger.ts';

/** What was seen of a fault by its end: how many were told "later", how soon the quickest was served. */
interface Sign {
  readonly server: Running;
  readonly refused: number;
  readonly shortestMs: number;
}

/** Something that goes wrong, and comes back. */
export interface Fault {
  /** Begins while that server runs, for about so long. */
  begin(server: Running, forMs: number): Promise<void>;
  end(): Promise<void>;
  /** How long it lasts; where it says nothing, as long as all do. */
  readonly lastsMs?: number;
  /** Who writes is not told "later", but one of ten at most, where a machine is slow. */
  readonly isUnnoticed?: boolean;
  /**
   * There are so many that a page, too, may be the one that tries again, and that who asks is late herself:
   * how long an answer took is told, not judged (`bench/resilience.ts` measures it from another process).
   */
  readonly isCrowd?: boolean;
  /** Whether it is felt while it lasts: one that did nothing would prove nothing. */
  isFelt?(sign: Sign): boolean | Promise<boolean>;
  /** Lists are read while it lasts. */
  readonly keepsReading?: boolean;
  /** What was not as it promises, besides what is looked for after every fault. */
  complaints?(): string[];
}

/** A clinic and what may befall it. */
export interface Place {
  readonly faults: Readonly<Record<string, Fault>>;
  /** What cannot befall it on this machine, and what to install for it. */
  readonly notTried?: Readonly<Record<string, string>>;
  start(): Promise<Running>;
  /** What is missing or contradicts itself, while nobody writes. */
  look(ledger: Ledger): Promise<string[]>;
  /** What is to be seen when all faults are over. */
  afterwards?(): Promise<string[]>;
  close(): Promise<void>;
}

/** An opened clinic with people and visits, before anybody writes to it. */
export async function filled(at: Parameters<typeof connect>[0], today: string): Promise<Database> {
  const database = await connect(at);
  await seed(database, { rows: seededVisits, patients: 3000, today });
  return database;
}
