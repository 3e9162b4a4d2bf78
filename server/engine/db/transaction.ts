import { PgTransaction } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { withoutTimeouts } from './clinic-pool.ts';
import { type Db, queryBuilderOn } from './connect.ts';
import { type Change, notifyChangeListeners, transactionChanges } from './recorded-changes.ts';
import { retry } from './retry.ts';

const deadlock = '40P01';
const serializationFailure = '40001';
const exclusionViolation = '23P01';
const roomConstraint = 'appointments_room_overlap';

export interface TransactionOptions {
  /** Also retry if another appointment took the room meanwhile: another room may be free. */
  retryRoom?: boolean;
  /** Without timeouts: seeds and purges. Never for a request that a user waits for. */
  withoutTimeouts?: boolean;
}

const isTransaction = (db: Db): boolean => db instanceof PgTransaction;

/**
 * Runs `work` in one transaction, and again (up to three times) after a serialization failure or deadlock. So
 * `work` only uses the database: no HTTP, no mail. Inside a transaction it joins the open one.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  if (isTransaction(db)) return work(db);
  return retry(
    () => runTransaction(db, work, options),
    (error) => shouldRetry(error, options),
  );
}

// Drizzle's own transaction keeps the connection forever if `begin` fails, and returns broken connections to
// the pool.
async function runTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const { $client: pool } = db as Db & { $client: pg.Pool };
  const client = await pool.connect();
  const recorded: Change[] = [];
  let broken = false;
  try {
    return await queryBuilderOn(client).transaction(async (tx) => {
      if (options.withoutTimeouts) await client.query(withoutTimeouts);
      return transactionChanges.run(recorded, () => work(tx));
    });
  } catch (error) {
    broken = isUnavailable(error);
    throw error;
  } finally {
    client.release(broken);
    // Also after an error: a commit without an answer may have succeeded.
    notifyChangeListeners(pool, recorded);
  }
}

function shouldRetry(error: unknown, { retryRoom = false }: TransactionOptions): boolean {
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

// Drizzle wraps the driver's errors.
function listErrorChain(error: unknown): DriverError[] {
  const found: DriverError[] = [];
  for (
    let e = error;
    typeof e === 'object' && e !== null && found.length < 5;
    e = (e as { cause?: unknown }).cause
  )
    found.push(e as DriverError);
  return found;
}

/** The SQLSTATE (or network error code) of an error, if it has one. */
export function pgErrorCode(error: unknown): string | undefined {
  return listErrorChain(error).find((e) => typeof e.code === 'string')?.code;
}

/** The name of the violated constraint, if any. */
export function constraintOf(error: unknown): string | undefined {
  return listErrorChain(error).find((e) => typeof e.constraint === 'string')?.constraint;
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
// Connection lost, read-only (full disk, standby), out of resources, shutting down or starting, statement
// cancelled, lock not available.
const serverStates = /^(08...|25006|53...|57P0[1-5]|57014|55P03|58...)$/;
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after)/;

/**
 * Whether the database cannot be reached or cannot work now: retry later (503), not an error of the request.
 */
export function isUnavailable(error: unknown): boolean {
  return listErrorChain(error).some(
    ({ code, message, syscall }) =>
      (typeof code === 'string' && (networkCodes.has(code) || serverStates.test(code))) ||
      (code === 'ENOENT' && syscall === 'connect') ||
      (typeof message === 'string' && driverMessages.test(message)),
  );
}

const unwritable = new Set(['25006', '53100']);

/**
 * Writes a usage timestamp. Ignores a database that cannot be written to (read-only, full disk), because
 * reading must still work.
 */
export async function ignoreReadOnly(
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
