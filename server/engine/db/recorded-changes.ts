import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { AuditSubject } from '#shared/domain/audit.ts';

export interface BranchDay {
  readonly locationId: number;
  readonly date: string;
  /** Also the day of a doctor. */
  readonly ofDoctor: boolean;
}

/**
 * The cached data that an event makes outdated: its subject, and the days and branches that an appointment or
 * offer left or entered.
 */
export interface Change {
  readonly subject: AuditSubject;
  /** About a patient whose role stays the same: caches about staff stay valid. */
  readonly ofPatient: boolean;
  readonly days: readonly BranchDay[];
}

type Listener = (changes: readonly Change[]) => void;
const listeners = new WeakMap<pg.Pool, Set<Listener>>();

/** Set while a transaction runs: its recorded events. */
export const transactionChanges = new AsyncLocalStorage<Change[]>();

/**
 * Calls `listener` with the recorded events of this process after each commit. Returns a function that stops
 * it.
 */
export function subscribeToChanges(pool: pg.Pool, listener: Listener): () => void {
  const told = listeners.get(pool) ?? new Set();
  listeners.set(pool, told);
  told.add(listener);
  return () => told.delete(listener);
}

export function notifyChangeListeners(pool: pg.Pool, changes: readonly Change[]): void {
  if (changes.length > 0) for (const listener of listeners.get(pool) ?? []) listener(changes);
}

/** Adds a recorded event; the listeners get it when the open transaction ends, or now without one. */
export function recordChange(db: object, change: Change): void {
  const open = transactionChanges.getStore();
  if (open) open.push(change);
  else if ('$client' in db) notifyChangeListeners(db.$client as pg.Pool, [change]);
}
