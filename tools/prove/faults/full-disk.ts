import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '#server/engine/db/connect.ts';
import { startClinic } from '../../../bench/servers.ts';
import { type FaultyClinic, openFilledClinic } from './place.ts';
import { noSmallDisk, smallDisk } from './small-disk.ts';

/** A clinic whose own PostgreSQL is on a small disk; returns a text if that cannot be tested. */
export async function clinicOnFullDisk(today: string): Promise<FaultyClinic | string> {
  const why = noSmallDisk();
  if (why) return why;
  const disk = smallDisk(600);
  const dataDir = join(disk.folder, 'data');
  mkdirSync(dataDir);
  const first = await openFilledClinic({ dataDir }, today);
  await first.close();
  return {
    faults: {
      "own PostgreSQL's disk full": {
        begin: async () => disk.fill(0),
        end: async () => disk.free(),
        isFelt: ({ refused }) => refused > 0,
        keepsReading: true,
      },
    },
    start: () => startClinic({ DATA_DIR: dataDir, DATABASE_URL: '' }),
    look: async (ledger) => {
      const database = await connect({ dataDir });
      return ledger.complaints(database.pool).finally(() => database.close());
    },
    close: async () => disk.end(),
  };
}
