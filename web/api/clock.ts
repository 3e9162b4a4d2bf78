import { later, readInstant } from '#shared/domain/clinic-time.ts';

/**
 * The present moment in the browser; everything else is told what time it is. It is the server's: the clock
 * of a desk may be wrong, and what it says must be what the server refuses and counts by. Durations of this
 * device alone are taken by `deviceNow`.
 */
export const now = (): Date => later(deviceNow(), ahead);

/** What this device says it is. */
export const deviceNow = (): Date => new Date();

/** When it was at the server, at a moment in milliseconds of this device. */
export const byServer = (deviceMs: number): Date => later(now(), deviceMs - deviceNow().getTime());

/** Milliseconds by which the server's clock is ahead of this device's. */
let ahead = 0;
const listeners = new Set<() => void>();

/** Calls back when this device was found to go wrong; answers how to stop. */
export function onClockSet(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The header says whole seconds. */
const granularity = 1000;

/**
 * Hears in an answer what time it was at the server, somewhere between asking and now. What is known stays
 * where that agrees with it: a slow line moves no clock.
 */
export function hearClock(date: string | null, asked: Date): void {
  const said = readInstant(date ?? '')?.getTime();
  if (said === undefined) return;
  const least = said - deviceNow().getTime();
  const most = said + granularity - asked.getTime();
  if (least > most || (ahead >= least && ahead <= most)) return;
  ahead = Math.round((least + most) / 2);
  for (const listener of listeners) listener();
}
