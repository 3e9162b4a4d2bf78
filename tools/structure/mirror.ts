import type { Complaint, Rule, Tree } from './tree.ts';
import { isTest } from './tree.ts';

const nouns = new Set([
  'accounts',
  'users',
  'patients',
  'staff',
  'services',
  'locations',
  'schedules',
  'appointments',
  'homepage',
  'contact-messages',
  'notifications',
  'logs',
  'settings',
  'insights',
  'events',
  'uploads',
  'links',
  'reminders',
]);

/** What every contract is written with, and names no noun. */
const contractTools = new Set(['endpoint', 'fields', 'page']);

function nounsOf(tree: Tree, pattern: RegExp): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of tree.keys()) {
    const noun = isTest(path) ? undefined : path.match(pattern)?.[1];
    if (noun && !found.has(noun)) found.set(noun, path);
  }
  return found;
}

/**
 * One noun names the contract, the server folder and the web folder; what the contract promises the server
 * keeps.
 */
export const mirror: Rule = (tree) => {
  const contracts = nounsOf(tree, /^shared\/contract\/([^/]+)\.ts$/);
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
