import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

interface ProcessStat {
  parent: number;
  /** Processor time so far, the user's and the system's, in milliseconds. */
  ms: number;
}

function statOf(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(fields[1]),
      ms: ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond,
    };
  } catch {
    return null;
  }
}

/** Processor time of a process with all its threads, in milliseconds. */
export const processorMs = (pid: number): number => statOf(pid)?.ms ?? 0;

export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0;

/** The like of a process and its children that are alive: a database server and its backends. */
export function familyMs(pid: number): number {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((id) => id > 0)
    .map(statOf)
    .filter((stat) => stat?.parent === pid);
  return processorMs(pid) + children.reduce((sum, stat) => sum + (stat?.ms ?? 0), 0);
}

/** Memory of a process that is in use, in megabytes. */
export function residentMb(pid: number): number {
  const [, kb = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1024);
}

/** Processor time of everything on this machine together, in milliseconds. */
export function machineMs(): number {
  const [, user, nice, system, , , irq, soft] = readFileSync('/proc/stat', 'utf8')
    .slice(0, 200)
    .split(/\s+/, 9)
    .map(Number);
  const busy = [user, nice, system, irq, soft].reduce((sum: number, ticks) => sum + (ticks ?? 0), 0);
  return (busy * 1000) / ticksPerSecond;
}
