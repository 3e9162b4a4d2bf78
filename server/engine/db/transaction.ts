import { PgTransaction } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { unhurried } from './clinic-pool.ts';
import { type Db, dbOn } from './connect.ts';
import { type Change, insideTransaction, tellRecorded } from './recorded.ts';
import { tryAgain } from './try-again.ts';

const deadlock = '40P01';
const serializationFailure = '40001';
const exclusionViolation = '23P01';
const roomConstraint = 'appointments_room_overlap';

export interface TransactionOptions {
  /** Also try again when another visit took the room meanwhile: another room may be free. */
  retryRoom?: boolean;
  /** Without deadline: seeds, clearing away old rows. Never for a request that somebody waits for. */
  unhurried?: boolean;
}

const isTransaction = (db: Db): boolean => db instanceof PgTransaction;

/**
 * Runs `work` in one transaction, again (up to three times) when the database asks for it. So `work` does
 * nothing but database work: no HTTP, no mail. Inside a transaction it joins the one that is open.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  if (isTransaction(db)) return work(db);
  return tryAgain(
    () => once(db, work, options),
    (error) => isWorthAnother(error, options),
  );
}

// Drizzle's own transaction on a pool keeps the connection for ever when `begin` fails, and gives back broken
// ones.
async function once<T>(db: Db, work: (tx: Db) => Promise<T>, options: TransactionOptions): Promise<T> {
  const { $client: pool } = db as Db & { $client: pg.Pool };
  const client = await pool.connect();
  const recorded: Change[] = [];
  let broken = false;
  try {
    return await dbOn(client).transaction(async (tx) => {
      if (options.unhurried) await client.query(unhurried);
      return insideTransaction.run(recorded, () => work(tx));
    });
  } catch (error) {
    broken = isUnavailable(error);
    throw error;
  } finally {
    client.release(broken);
    // Also where it failed: a commit whose answer was lost may have been made.
    tellRecorded(pool, recorded);
  }
}

function isWorthAnother(error: unknown, { retryRoom = false }: TransactionOptions): boolean {
  const code = pgErrorCode(error);
  return (
    code === deadlock ||
    code === serializationFailure ||
    (retryRoom && code === exclusionViolation && constraintOf(error) === roomConstraint)
  );
}

interface DriverError {
  code?: string;
  syscall?: string;
  constraint?: string;
  message?: string;
}

// Drizzle wraps what the driver throws.
function chain(error: unknown): DriverError[] {
  const found: DriverError[] = [];
  for (
    let e = error;
    typeof e === 'object' && e !== null && found.length < 5;
    e = (e as { cause?: unknown }).cause
  )
    found.push(e as DriverError);
  return found;
}

/** The five-character SQLSTATE (or the network's error code) behind an error, if it has one. */
export function pgErrorCode(error: unknown): string | undefined {
  return chain(error).find((e) => typeof e.code === 'string')?.code;
}

/** The constraint that refused a row, if one did. */
export function constraintOf(error: unknown): string | undefined {
  return chain(error).find((e) => typeof e.constraint === 'string')?.constraint;
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
// Connection lost, read-only (a full disk, a standby), out of resources, shutting down or starting, statement
// cancelled, a lock not given.
const serverStates = /^(08...|25006|53...|57P0[1-5]|57014|55P03|58...)$/;
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

/**
 * Whether the database cannot be reached or cannot work now: worth trying again later (503), not a fault of
 * the request.
 */
export function isUnavailable(error: unknown): boolean {
  return chain(error).some(
    ({ code, message, syscall }) =>
      (typeof code === 'string' && (networkCodes.has(code) || serverStates.test(code))) ||
      (code === 'ENOENT' && syscall === 'connect') ||
      (typeof message === 'string' && driverMessages.test(message)),
  );
}

const unwritable = new Set(['25006', '53100']);

/**
 * Notes a use. A database that cannot be written to (read-only, a full disk) can still be read: reading is
 * not refused for this.
 */
export async function unlessReadOnly(
  { log }: { readonly log: { warn(context: object, message: string): void } },
  note: () => Promise<unknown>,
): Promise<void> {
  try {
    await note();
  } catch (error) {
    if (!unwritable.has(pgErrorCode(error) ?? '')) throw error;
    log.warn({ err: error }, 'the database cannot be written to');
  }
}
