import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { AuditSubject } from '#shared/domain/audit.ts';

export interface BranchDay {
  readonly locationId: number;
  readonly date: string;
  /** A doctor's day, too. */
  readonly ofDoctor: boolean;
}

/**
 * What an event makes wrong: its subject, and the days of branches that a visit or an offer left or came to.
 */
export interface Change {
  readonly subject: AuditSubject;
  /** About a patient, who is one after it as before: nothing of the staff is wrong by it. */
  readonly ofPatient: boolean;
  readonly days: readonly BranchDay[];
}

type Listener = (changes: readonly Change[]) => void;
const listeners = new WeakMap<pg.Pool, Set<Listener>>();

/** Set while the work of a transaction runs: what it has recorded so far. */
export const insideTransaction = new AsyncLocalStorage<Change[]>();

/** Calls back with what this process recorded, as soon as it stands in the database. Returns how to stop. */
export function whenRecorded(pool: pg.Pool, listener: Listener): () => void {
  const told = listeners.get(pool) ?? new Set();
  listeners.set(pool, told);
  told.add(listener);
  return () => told.delete(listener);
}

export function tellRecorded(pool: pg.Pool, changes: readonly Change[]): void {
  if (changes.length > 0) for (const listener of listeners.get(pool) ?? []) listener(changes);
}

/** Notes what was recorded, to be told when the transaction that is open has ended; without one, now. */
export function noteRecorded(db: object, change: Change): void {
  const open = insideTransaction.getStore();
  if (open) open.push(change);
  else if ('$client' in db) tellRecorded(db.$client as pg.Pool, [change]);
}
