import { connect } from '#server/engine/db/connect.ts';
import { Feed } from '#server/engine/live/feed.ts';
import { TaskRunner } from '#server/engine/tasks/task-runner.ts';
import { makeRequestedOffers } from '#server/features/disruptions/offer-actions.ts';
import { depsAt } from './reminding.ts';

/**
 * Program of another server process that makes all requested offers until it is killed. It holds the lease of
 * the task that releases offers.
 */
export async function offerUntilKilled({
  databaseUrl,
  at,
}: {
  databaseUrl: string;
  at: string;
}): Promise<void> {
  const database = await connect({ dataDir: '', databaseUrl });
  const deps = depsAt(database, new Date(at));
  const forEver = {
    name: 'offers',
    everySeconds: 10,
    leaseSeconds: 600,
    work: () => new Promise<void>(() => {}),
  };
  void new TaskRunner(deps, [forEver]).poke();
  process.stdout.write('ready\n');
  for (;;) {
    await makeRequestedOffers(deps);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/**
 * Program of a server process that never finishes a task, for tests that kill it. Its clock stands still, so
 * no lease expires. It prints when it looks for due tasks, and when it has the task.
 */
export async function workUntilKilled({
  databaseUrl,
  at,
}: {
  databaseUrl: string;
  at: string;
}): Promise<void> {
  const database = await connect({ dataDir: '', databaseUrl, warn: () => undefined });
  const deps = depsAt(database, new Date(at));
  const feed = new Feed(database, deps.log);
  await feed.start();
  const say = (word: string) => process.stdout.write(`${word}\n`);
  const often = { everySeconds: 0, leaseSeconds: 600 };
  new TaskRunner({ ...deps, feed }, [
    { ...often, name: `looks ${process.pid}`, work: async () => say('looked') },
    {
      ...often,
      name: 'works',
      work: () => {
        say('works');
        return new Promise(() => {});
      },
    },
  ]).start();
}
