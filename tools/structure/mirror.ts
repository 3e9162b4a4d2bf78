import type { Complaint, Rule, Tree } from './tree.ts';
import { isTest } from './tree.ts';

const nouns = new Set([
  'accounts',
  'users',
  'patients',
  'privacy',
  'notes',
  'staff',
  'doctors',
  'services',
  'locations',
  'schedules',
  'appointments',
  'homepage',
  'contact-messages',
  'notifications',
  'logs',
  'settings',
  'guide',
  'arrivals',
  'screens',
  'insights',
  'waiting',
  'series',
  'offers',
  'no-shows',
  'notices',
  'calls',
  'disruptions',
  'two-step',
  'events',
  'uploads',
  'imports',
  'api-keys',
  'calendars',
  'fhir',
  'webhooks',
  'links',
  'moving',
  'own-data',
  'merges',
  'retention',
  'reminders',
  'first-reads',
]);

/** What every contract is written with, and names no noun. */
const contractTools = new Set(['endpoint']);

/** A contract that outgrew its file is parted by a name before its noun: `staff-appointments`. */
const nounOfContract = (name: string): string =>
  nouns.has(name) ? name : ([...nouns].find((noun) => name.endsWith(`-${noun}`)) ?? name);

function nounsOf(tree: Tree, pattern: RegExp, nounIn = (name: string) => name): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of tree.keys()) {
    const name = isTest(path) ? undefined : path.match(pattern)?.[1];
    const noun = name && nounIn(name);
    if (noun && !found.has(noun)) found.set(noun, path);
  }
  return found;
}

/**
 * One noun names the contract, the server folder and the web folder; what the contract promises the server
 * keeps.
 */
export const mirror: Rule = (tree) => {
  const contracts = nounsOf(
    tree,
    /^shared\/contract\/(?:(?:connections|desk|own)\/)?([^/]+)\.ts$/,
    nounOfContract,
  );
  const served = nounsOf(tree, /^server\/features\/([^/]+)\/(?:[a-z0-9-]+-)?routes\.ts$/);
  const folders = [
    contracts,
    nounsOf(tree, /^server\/features\/([^/]+)\//),
    nounsOf(tree, /^web\/features\/([^/]+)\//),
  ];
  const complaints: Complaint[] = [];
  const complain = (path: string, says: string) => complaints.push({ rule: 'mirror', path, says });

  for (const folder of folders)
    for (const [noun, path] of folder)
      if (!nouns.has(noun) && !(folder === contracts && contractTools.has(noun)))
        complain(path, `"${noun}" is none of the house's nouns`);
  for (const [noun, path] of contracts)
    if (/\bendpoint\(/.test(tree.get(path) ?? '') && !served.has(noun))
      complain(path, `nobody serves it: server/features/${noun}/routes.ts is missing`);
  for (const [noun, path] of served)
    if (!contracts.has(noun))
      complain(path, `has routes without a contract: shared/contract/${noun}.ts is missing`);
  return complaints;
};
