import type { Appointment } from '#shared/contract/appointments.ts';
import { minutesOf } from '#shared/domain/clinic-time.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** An appointment in its column; overlapping appointments have separate lanes. */
export interface Placed extends Span {
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
export interface Folded extends Span {
  readonly visits: readonly Placed[];
}

/** More cards than this are too narrow to read: then the first two stay and the others are listed. */
const mostBeside = 3;
const keptBeside = 2;

export const spanOf = ({ appointmentTime, durationMinutes }: Appointment): Span => {
  const from = minutesOf(appointmentTime);
  return { from, to: from + durationMinutes };
};
export const overlap = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** Divides the width of a column among overlapping appointments. */
export function inLanes(rows: readonly Appointment[], isOthers: (row: Appointment) => boolean): Placed[] {
  const placed: Placed[] = [];
  let group: (Span & { row: Appointment; lane: number })[] = [];
  const close = () => {
    const needed = Math.max(0, ...group.map(({ lane }) => lane + 1));
    const besideMore = needed > mostBeside;
    const lanes = besideMore ? keptBeside : needed;
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
    .map((row) => ({ ...spanOf(row), row }))
    .toSorted((a, b) => a.from - b.from || a.row.id - b.row.id);
  for (const visit of inOrder) {
    if (!group.some((other) => overlap(visit, other))) close();
    const taken = group.filter((other) => overlap(visit, other)).map(({ lane }) => lane);
    let lane = 0;
    while (taken.includes(lane)) lane++;
    group.push({ ...visit, lane });
  }
  close();
  return placed;
}

/** Relative width of a column; 1 is a column whose appointments do not overlap. */
export function shareOf(placed: readonly Placed[]): number {
  if (placed.some(({ besideMore }) => besideMore)) return 2.2;
  return [1, 1, 1.6, 2.4][Math.max(0, ...placed.map(({ lanes }) => lanes))] ?? 1;
}

/** The listed appointments, grouped by the spans they cover. */
export function foldedOf(placed: readonly Placed[]): Folded[] {
  const folded: { from: number; to: number; visits: Placed[] }[] = [];
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
