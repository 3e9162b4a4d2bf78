import { connect, type Database } from '#server/engine/db/connect.ts';
import { seed } from '../../../bench/seed.ts';
import type { Running } from '../../../bench/servers.ts';
import { type Ledger, seededVisits } from '../ledger.ts';

/** Observations during a fault: number of 503 replies, and duration of the fastest successful reply. */
interface FaultObservation {
  readonly server: Running;
  readonly refused: number;
  readonly shortestMs: number;
}

/** A fault that begins and ends. */
export interface Fault {
  /** Begins the fault while that server runs, for about `forMs`. */
  begin(server: Running, forMs: number): Promise<void>;
  end(): Promise<void>;
  /** Duration; default: that of all faults. */
  readonly lastsMs?: number;
  /** Writers must not notice it: at most one in ten may get a 503, for slow machines. */
  readonly isUnnoticed?: boolean;
  /**
   * A crowd: pages may also be refused with a retry page, and the measuring process itself is slow. So reply
   * times are printed, not judged (`bench/resilience.ts` measures them from another process).
   */
  readonly isCrowd?: boolean;
  /** Whether the fault has an effect: otherwise the test would prove nothing. */
  isFelt?(sign: FaultObservation): boolean | Promise<boolean>;
  /** Lists must stay readable during the fault. */
  readonly keepsReading?: boolean;
  /** Faults specific to this test, in addition to the checks after every fault. */
  complaints?(): string[];
}

/** A clinic and its possible faults. */
export interface FaultyClinic {
  readonly faults: Readonly<Record<string, Fault>>;
  /** Faults that cannot be tested on this machine, and what to install for them. */
  readonly notTried?: Readonly<Record<string, string>>;
  start(): Promise<Running>;
  /** Missing or contradictory data, while nobody writes. */
  look(ledger: Ledger): Promise<string[]>;
  /** Checks after all faults. */
  afterwards?(): Promise<string[]>;
  close(): Promise<void>;
}

/** Creates a clinic with people and appointments. */
export async function openFilledClinic(at: Parameters<typeof connect>[0], today: string): Promise<Database> {
  const database = await connect(at);
  await seed(database, { rows: seededVisits, patients: 3000, today });
  return database;
}
