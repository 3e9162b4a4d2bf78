import { holdsRoom, isOpen, namedDoctorOf, type Status, type Visit, type VisitedDay } from './model-types.ts';

export const stages = ['expected', 'waiting', 'with_doctor', 'seen', 'left'] as const;
export type Stage = (typeof stages)[number];
/** The stages from which each stage can be entered, including corrections. */
const previousStages: Readonly<Record<Stage, readonly Stage[]>> = {
  expected: ['waiting'],
  waiting: ['expected', 'with_doctor', 'left'],
  with_doctor: ['waiting', 'seen'],
  seen: ['with_doctor'],
  left: ['waiting'],
};

export const mayEnter = (from: Stage, to: Stage): boolean => previousStages[to].includes(from);

const arrivalOf = ({ came, branch, day }: Visit): VisitedDay =>
  came?.branch === branch && came.day === day
    ? came
    : { branch, day, arrived: false, called: false, left: false };

/** The patient's stage; null if the appointment is on no board because it was cancelled before she came. */
export function stageOf(visit: Visit): Stage | null {
  const { arrived, called, left } = arrivalOf(visit);
  if (visit.status === 'attended') return 'seen';
  if (visit.status === 'cancelled') return left ? 'left' : null;
  if (visit.status === 'no_show') return 'expected';
  if (called) return 'with_doctor';
  return arrived ? 'waiting' : 'expected';
}

/** The appointment before its status changes: a patient who left is expected again if it is reopened. */
export const withoutDeparture = (visit: Visit, status: Status): Visit =>
  !isOpen(visit) && isOpen({ status }) && visit.came?.left ? { ...visit, came: undefined } : visit;

/** The patient is at the branch. */
export const isHere = (stage: Stage | null): boolean => stage === 'waiting' || stage === 'with_doctor';

/** The appointment after its patient enters a stage; a cancelled one becomes overbooked. */
export function visitAfterStage(visit: Visit, to: Stage): Visit {
  const came = {
    ...arrivalOf(visit),
    arrived: to !== 'expected',
    called: to === 'with_doctor' || (to === 'seen' && arrivalOf(visit).called),
    left: to === 'left',
  };
  if (to === 'seen') return { ...visit, came, status: 'attended' };
  if (to === 'left') return { ...visit, came, status: 'cancelled' };
  if (!holdsRoom(visit))
    return { ...visit, came, status: 'confirmed', room: null, doctor: namedDoctorOf(visit) };
  return { ...visit, came, status: visit.status === 'attended' ? 'confirmed' : visit.status };
}
