import { addMilliseconds, readInstant } from '#shared/domain/clinic-time.ts';

/**
 * The current time. It follows the server's clock, because the clock of a device may be wrong and the server
 * applies its deadlines by its own. Use `deviceNow` only to measure durations on this device.
 */
export const now = (): Date => addMilliseconds(deviceNow(), serverAheadMs);

/** The time of this device's own clock. */
export const deviceNow = (): Date => new Date();

/** Server time at a moment given in milliseconds of the device's clock. */
export const toServerTime = (deviceMs: number): Date =>
  addMilliseconds(now(), deviceMs - deviceNow().getTime());

/** Milliseconds by which the server's clock is ahead of this device's. */
let serverAheadMs = 0;
const listeners = new Set<() => void>();

/**
 * Calls back when the difference to the server's clock was corrected; returns a function that stops
 * listening.
 */
export function onClockCorrected(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The Date header has a resolution of one second, in milliseconds. */
const dateHeaderResolutionMs = 1000;

/**
 * Compares the device's clock with the Date header of an answer. The server wrote it at some moment between
 * the request and now. If the known difference is possible, keeps it: a slow connection does not move the
 * clock.
 */
export function syncClock(date: string | null, asked: Date): void {
  const said = readInstant(date ?? '')?.getTime();
  if (said === undefined) return;
  const least = said - deviceNow().getTime();
  const most = said + dateHeaderResolutionMs - asked.getTime();
  if (least > most || (serverAheadMs >= least && serverAheadMs <= most)) return;
  serverAheadMs = Math.round((least + most) / 2);
  for (const listener of listeners) listener();
}
