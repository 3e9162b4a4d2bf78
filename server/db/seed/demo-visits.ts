import {
  addDays,
  addMinutes,
  type ClinicClock,
  isLater,
  localDateTime,
  timeOfMinutes,
  weekdayOf,
} from '#shared/domain/clinic-time.ts';
import type { AppointmentStatus } from '#shared/domain/visits/appointment-status.ts';
import { holdsSlot } from '#shared/domain/visits/appointment-status.ts';
import { demoFamily, demoNotes } from './demo-people.ts';

/** One visit of the demo; patient, branch and service are positions in their lists. */
export interface DemoVisit {
  patient: number;
  branch: number;
  service: number;
  start: string;
  end: string;
  status: AppointmentStatus;
  notes: string;
}

const visitsInAll = 400;
const daysAround = 24;
const firstStart = 15 * 60;
const starts = 12;
const step = 20;
/** So many are of today at the branches where the front desk works, on a day on which these are open. */
const atTheDesk = 14;
export const deskBranches = 2;

/** The same numbers every time, so that two demos look alike. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

type SeededStatus = keyof typeof demoNotes | 'pending';

function statusOf(past: boolean, roll: number): SeededStatus {
  if (past) return roll < 66 ? 'attended' : roll < 78 ? 'no_show' : roll < 92 ? 'cancelled' : 'confirmed';
  return roll < 58 ? 'confirmed' : roll < 88 ? 'pending' : 'cancelled';
}

function notesOf(status: SeededStatus, roll: (sides: number) => number): string {
  if (status === 'pending') return 'Booked via website';
  const said = demoNotes[status];
  return roll(3) === 0 ? '' : (said[roll(said.length)] ?? '');
}

interface Made {
  readonly visits: DemoVisit[];
  readonly held: Set<string>;
}

/** Of each whom the first patient looks after: a visit on the workday before today, and one on the next. */
function ofFamily(clock: ClinicClock, workdays: readonly string[], patients: number): Made {
  const made: Made = { visits: [], held: new Set() };
  const before = workdays.findLast((day) => day < clock.date) ?? clock.date;
  const after = workdays.find((day) => day > clock.date) ?? clock.date;
  for (let n = 0; n < demoFamily.length; n++)
    for (const date of [before, after]) {
      const start = localDateTime(date, timeOfMinutes(firstStart + (n + 1) * 2 * step));
      const status = date < clock.date ? 'attended' : n === 0 ? 'pending' : 'confirmed';
      const [patient, branch] = [patients + n, n];
      made.visits.push({
        patient,
        branch,
        service: n,
        start,
        end: addMinutes(start, step),
        status,
        notes: '',
      });
      made.held.add(`branch ${branch} ${start}`);
    }
  return made;
}

/** Visits on working days around today, never two in one room nor one patient in two places. */
export function demoVisits(clock: ClinicClock, patients: number, branches: number): DemoVisit[] {
  const roll = dice(20);
  const workdays = Array.from({ length: daysAround * 2 + 1 }, (_, i) =>
    addDays(clock.date, i - daysAround),
  ).filter((day) => weekdayOf(day) <= 4);
  const { visits, held } = ofFamily(clock, workdays, patients);
  for (let i = 0; visits.length < visitsInAll; i++) {
    const isAtDesk = i < atTheDesk && workdays.includes(clock.date);
    const date = isAtDesk ? clock.date : (workdays[i % workdays.length] ?? clock.date);
    const branch = isAtDesk ? i % deskBranches : roll(branches);
    const time = timeOfMinutes(firstStart + roll(starts) * step);
    const patient = i % 67 === 0 ? 0 : roll(patients);
    const start = localDateTime(date, time);
    const status = statusOf(!isLater(date, time, clock), roll(100));
    const keys = [`branch ${branch} ${start}`, `patient ${patient} ${start}`];
    if (keys.some((key) => held.has(key))) continue;
    if (holdsSlot(status)) for (const key of keys) held.add(key);
    const notes = notesOf(status, roll);
    visits.push({ patient, branch, service: roll(7), start, end: addMinutes(start, step), status, notes });
  }
  return visits;
}
