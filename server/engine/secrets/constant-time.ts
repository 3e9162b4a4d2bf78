import { setTimeout as wait } from 'node:timers/promises';

/** Longer than finding an account and writing its message takes. */
const sameTimeMs = 300;

/** Runs work so that the answer for known and unknown names takes the same time. */
export async function inSameTime(work: Promise<unknown>): Promise<void> {
  await Promise.all([work, wait(sameTimeMs)]);
}
