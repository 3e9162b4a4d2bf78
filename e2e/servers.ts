import { setTimeout as sleep } from 'node:timers/promises';

/**
 * With several servers, each learns of the others' changes within a second; a single one knows them at once.
 */
export const waitForAllServers = (): Promise<unknown> | undefined =>
  process.env.CLUSTER ? sleep(1500) : undefined;
