import { setTimeout as sleep } from 'node:timers/promises';

/** Of several servers each knows within a second of what another has changed; one knows at once. */
export const knownToAll = (): Promise<unknown> | undefined => (process.env.CLUSTER ? sleep(1500) : undefined);
