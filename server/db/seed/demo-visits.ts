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
import { demoFamily, demoNotes, demoPeople } from './demo-people.ts';

/** An appointment of the demonstration; patient, branch and service are positions in their lists. */
export interface DemoAppointment {
  patient: number;
  branch: number;
  service: number;
  start: string;
  end: string;
  status: AppointmentStatus;
  notes: string;
}

const appointmentCount = 400;
const daysAround = 24;
const firstStart = 15 * 60;
const startsPerDay = 12;
const stepMinutes = 20;
/** Number of appointments today at the branches of the front desk, if they are open. */
const deskAppointmentsToday = 14;
export const deskBranches = 2;

/** Pseudorandom numbers with a fixed seed, so that two demonstrations look alike. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

type SeededStatus = keyof typeof demoNotes | 'pending';

function pickStatus(past: boolean, roll: number): SeededStatus {
  if (past) return roll < 66 ? 'attended' : roll < 78 ? 'no_show' : roll < 92 ? 'cancelled' : 'confirmed';
  return roll < 58 ? 'confirmed' : roll < 88 ? 'pending' : 'cancelled';
}

function pickNotes(status: SeededStatus, patient: number, roll: (sides: number) => number): string {
  if (status === 'pending') return 'Booked via website';
  const said = demoNotes[status];
  const [english, arabic] = said[roll(said.length)] ?? ['', ''];
  if (roll(3) === 0) return '';
  return demoPeople[patient]?.shownIn === 'ar' ? arabic : english;
}

/** Positions of services; most appointments are consultations. */
const weightedServices = [0, 0, 0, 0, 6, 6, 6, 4, 4, 5, 5, 2, 2, 1, 3];
/** Only the patient for signing in has more appointments in these weeks. */
const maxPerPatient = 3;

/** The appointments of the patient for signing in: one branch, one in two or three weeks. */
const firstPatientPlan: readonly { days: number; at: number; service: number; status: SeededStatus }[] = [
  { days: -21, at: 4, service: 6, status: 'attended' },
  { days: -13, at: 7, service: 0, status: 'cancelled' },
  { days: -8, at: 5, service: 0, status: 'attended' },
  { days: 4, at: 4, service: 0, status: 'confirmed' },
  { days: 18, at: 5, service: 4, status: 'pending' },
];

interface DemoSchedule {
  readonly visits: DemoAppointment[];
  readonly held: Set<string>;
}

/**
 * Appointments of the first patient, all at the first branch; each of her family has one on the workday
 * before today and one on the next.
 */
function createFamilyAppointments(
  clock: ClinicClock,
  workdays: readonly string[],
  patients: number,
): DemoSchedule {
  const made: DemoSchedule = { visits: [], held: new Set() };
  const add = (patient: number, service: number, date: string, at: number, status: SeededStatus) => {
    const start = localDateTime(date, timeOfMinutes(firstStart + at * stepMinutes));
    const notes = status === 'pending' ? 'Booked via website' : '';
    made.visits.push({
      patient,
      branch: 0,
      service,
      start,
      end: addMinutes(start, stepMinutes),
      status,
      notes,
    });
    made.held.add(`branch 0 ${start}`).add(`patient ${patient} ${date}`);
  };
  const before = workdays.findLast((day) => day < clock.date) ?? clock.date;
  const after = workdays.find((day) => day > clock.date) ?? clock.date;
  for (let n = 0; n < demoFamily.length; n++)
    for (const date of [before, after])
      add(
        patients + n,
        n === 0 ? 6 : 0,
        date,
        (n + 1) * 2,
        date < clock.date ? 'attended' : n === 0 ? 'pending' : 'confirmed',
      );
  for (const { days, at, service, status } of firstPatientPlan) {
    const wanted = addDays(clock.date, days);
    const date = days < 0 ? workdays.findLast((day) => day <= wanted) : workdays.find((day) => day >= wanted);
    if (date) add(0, service, date, at, status);
  }
  return made;
}

/** Appointments on working days around today, without overlaps of rooms; a patient has at most one a day. */
export function createDemoAppointments(
  clock: ClinicClock,
  patients: number,
  branches: number,
): DemoAppointment[] {
  const roll = createRandom(20);
  const workdays = Array.from({ length: daysAround * 2 + 1 }, (_, i) =>
    addDays(clock.date, i - daysAround),
  ).filter((day) => weekdayOf(day) <= 4);
  const { visits, held } = createFamilyAppointments(clock, workdays, patients);
  const had = new Map<number, number>();
  for (let i = 0; visits.length < appointmentCount; i++) {
    const isAtDesk = i < deskAppointmentsToday && workdays.includes(clock.date);
    const date = isAtDesk ? clock.date : (workdays[i % workdays.length] ?? clock.date);
    const time = timeOfMinutes(firstStart + roll(startsPerDay) * stepMinutes);
    // Every patient has one branch. The first patient already has appointments.
    const drawn = 1 + roll(patients - 1);
    const patient = isAtDesk ? drawn - (drawn % branches) + (i % deskBranches) : drawn;
    const branch = patient % branches;
    const start = localDateTime(date, time);
    const status = pickStatus(!isLater(date, time, clock), roll(100));
    const keys = [`branch ${branch} ${start}`, `patient ${patient} ${date}`];
    const visitsOfOne = had.get(patient) ?? 0;
    if (patient === 0 || visitsOfOne >= maxPerPatient || keys.some((key) => held.has(key))) continue;
    had.set(patient, visitsOfOne + 1);
    if (holdsSlot(status)) for (const key of keys) held.add(key);
    const notes = pickNotes(status, patient, roll);
    const service = weightedServices[roll(weightedServices.length)] ?? 0;
    visits.push({ patient, branch, service, start, end: addMinutes(start, stepMinutes), status, notes });
  }
  return visits;
}
