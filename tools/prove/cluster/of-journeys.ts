import { connect } from '#server/engine/db/connect.ts';
import { onEnd } from '../../set-up/processes.mjs';
import { startPostgres } from '../../test-run/postgres.mjs';
import { hasPackages, startCluster } from './machine.ts';

// Runs the clinic of the browser tests on four servers instead of one; temporary.
if (!hasPackages('haproxy', 'pgbouncer')) process.exit(1);
const { PORT = '', PUBLIC_URL = '', RUNNER_PID } = process.env;
const postgres = await startPostgres();
await (await connect({ dataDir: '', databaseUrl: postgres.url })).close();
const cluster = await startCluster(postgres.url, {
  clinic: { DEMO: '1', PUBLIC_URL, LOG_LEVEL: 'warn' },
  front: Number(PORT),
});
// Playwright starts this through a shell, which does not end with Playwright.
onEnd(async () => {
  await cluster.stop();
  await postgres.stop();
  process.exit(0);
}, Number(RUNNER_PID) || undefined);
// Keeps the process alive until then.
setInterval(() => undefined, 60_000);
