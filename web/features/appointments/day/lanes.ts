import type { Appointment } from '#shared/contract/appointments.ts';
import { minutesOf } from '#shared/domain/clinic-time.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** An appointment in its column; overlapping appointments have separate lanes. */
export interface LanedAppointment extends Span {
  readonly row: Appointment;
  /** Belongs to another doctor than the one shown: only shows that the time is taken. */
  readonly isOthers: boolean;
  readonly lane: number;
  readonly lanes: number;
  /** In the list of further appointments, because too many overlap. */
  readonly isFolded: boolean;
  /** Next to such a list. */
  readonly besideMore: boolean;
}
/** Overlapping appointments that are listed instead of shown. */
export interface FoldedAppointments extends Span {
  readonly visits: readonly LanedAppointment[];
}

/** More cards than this are too narrow to read: then the first two stay and the others are listed. */
const maxLanes = 3;
const lanesBesideMore = 2;

export const toAppointmentSpan = ({ appointmentTime, durationMinutes }: Appointment): Span => {
  const from = minutesOf(appointmentTime);
  return { from, to: from + durationMinutes };
};
export const doSpansOverlap = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** Divides the width of a column among overlapping appointments. */
export function assignLanes(
  rows: readonly Appointment[],
  isOthers: (row: Appointment) => boolean,
): LanedAppointment[] {
  const placed: LanedAppointment[] = [];
  let group: (Span & { row: Appointment; lane: number })[] = [];
  const close = () => {
    const needed = Math.max(0, ...group.map(({ lane }) => lane + 1));
    const besideMore = needed > maxLanes;
    const lanes = besideMore ? lanesBesideMore : needed;
    placed.push(
      ...group.map((visit) => ({
        ...visit,
        lanes,
        besideMore,
        isFolded: visit.lane >= lanes,
        isOthers: isOthers(visit.row),
      })),
    );
    group = [];
  };
  const inOrder = rows
    .map((row) => ({ ...toAppointmentSpan(row), row }))
    .toSorted((a, b) => a.from - b.from || a.row.id - b.row.id);
  for (const visit of inOrder) {
    if (!group.some((other) => doSpansOverlap(visit, other))) close();
    const taken = group.filter((other) => doSpansOverlap(visit, other)).map(({ lane }) => lane);
    let lane = 0;
    while (taken.includes(lane)) lane++;
    group.push({ ...visit, lane });
  }
  close();
  return placed;
}

/** Relative width of a column; 1 is a column whose appointments do not overlap. */
export function computeWidthShare(placed: readonly LanedAppointment[]): number {
  if (placed.some(({ besideMore }) => besideMore)) return 2.2;
  return [1, 1, 1.6, 2.4][Math.max(0, ...placed.map(({ lanes }) => lanes))] ?? 1;
}

/** The listed appointments, grouped by the spans they cover. */
export function groupFolded(placed: readonly LanedAppointment[]): FoldedAppointments[] {
  const folded: { from: number; to: number; visits: LanedAppointment[] }[] = [];
  for (const visit of placed.filter(({ isFolded }) => isFolded)) {
    const last = folded.at(-1);
    if (!last || last.to <= visit.from) folded.push({ from: visit.from, to: visit.to, visits: [visit] });
    else {
      last.to = Math.max(last.to, visit.to);
      last.visits.push(visit);
    }
  }
  return folded;
}
