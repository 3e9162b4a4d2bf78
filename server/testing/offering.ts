import { connect } from '#server/engine/db/connect.ts';
import { TaskRunner } from '#server/engine/tasks/task-runner.ts';
import { offerWanted } from '#server/features/disruptions/offer-actions.ts';
import { depsAt } from './reminding.ts';

/**
 * What another server process does about displaced visits, until it is killed: it has the lease of the task
 * that lets times go, and offers whatever is wanted.
 */
export async function offerForEver({ databaseUrl, at }: { databaseUrl: string; at: string }): Promise<void> {
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
    await offerWanted(deps);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
