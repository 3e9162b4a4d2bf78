import { setTimeout as wait } from 'node:timers/promises';

/** Longer than looking somebody up and writing her message takes. */
const sameTimeMs = 300;

/** Does the work of an answer that known and unknown names get after the same time. */
export async function inSameTime(work: Promise<unknown>): Promise<void> {
  await Promise.all([work, wait(sameTimeMs)]);
}
