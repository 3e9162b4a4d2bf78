import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ticksPerSecond = 100;

/** Processor time of a process and all its threads so far, in milliseconds (measured in nanoseconds). */
export function processorMs(pid: number): number {
  let nanoseconds = 0;
  for (const thread of listed(`/proc/${pid}/task`))
    nanoseconds += Number(readOr('0', `/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]);
  return nanoseconds / 1e6;
}

export function parentOf(pid: number): number {
  const stat = readOr(') S 0', `/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Processor time of a process and its children, including ended ones: a database server and its backends. */
export function familyMs(pid: number): number {
  const stat = readOr(') S 0', `/proc/${pid}/stat`);
  const [gone = 0, inSystem = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  const ofGone = ((gone + inSystem) * 1000) / ticksPerSecond;
  const children = listed('/proc')
    .map(Number)
    .filter((id) => id > 0 && parentOf(id) === pid);
  return ofGone + [pid, ...children].reduce((sum, id) => sum + processorMs(id), 0);
}

/** Resident memory of a process, in megabytes. */
export function residentMb(pid: number): number {
  const [, kb = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1024);
}

/** Memory of all processes of the PostgreSQL in a data folder, in megabytes; shared pages count once. */
export function postgresMb(dataDir: string): number {
  const lines = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(lines[0]);
  const family = listed('/proc')
    .map(Number)
    .filter((id) => id === postmaster || (id > 0 && parentOf(id) === postmaster));
  const kb = family.map((id) => /^Pss:\s+(\d+) kB/m.exec(readOr('', `/proc/${id}/smaps_rollup`))?.[1] ?? '0');
  return Math.round(kb.reduce((sum, text) => sum + Number(text), 0) / 1024);
}

/** Peak resident memory of a process, in megabytes; 0 once it has ended. */
export function peakMb(pid: number): number {
  const [, kb = '0'] = /^VmHWM:\s+(\d+) kB/m.exec(readOr('', `/proc/${pid}/status`)) ?? [];
  return Math.round(Number(kb) / 1024);
}

/** Processor time of the whole machine, in milliseconds. */
export function machineMs(): number {
  const [, user, nice, system, , , irq, soft] = readFileSync('/proc/stat', 'utf8')
    .slice(0, 200)
    .split(/\s+/, 9)
    .map(Number);
  const busy = [user, nice, system, irq, soft].reduce((sum: number, ticks) => sum + (ticks ?? 0), 0);
  return (busy * 1000) / ticksPerSecond;
}

// A process or thread may end between listing and reading.
function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
function readOr(otherwise: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
