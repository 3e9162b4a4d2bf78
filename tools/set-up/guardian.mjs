// Ends process groups that its parent left running, however the parent ended. Each line on standard input is
// the id of a group that started (`+1234`) or ended (`-1234`). Node built-ins only.
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const groups = new Set();
const graceSeconds = 4;

/** Sends a signal to a group; returns whether the group exists. */
function signal(group, name) {
  try {
    process.kill(-group, name);
    return true;
  } catch {
    return false;
  }
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => undefined);
for await (const line of createInterface({ input: process.stdin })) {
  const group = Number(line.slice(1));
  if (line.startsWith('+')) groups.add(group);
  else groups.delete(group);
}
for (const group of groups) signal(group, 'SIGTERM');
for (let tries = 0; tries < graceSeconds * 10; tries++) {
  if (![...groups].some((group) => signal(group, 0))) break;
  await wait(100);
}
for (const group of groups) signal(group, 'SIGKILL');
