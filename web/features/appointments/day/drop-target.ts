import type { Appointment } from '#shared/contract/appointments.ts';
import { isOnDuty } from '#shared/domain/visits/doctor-times.ts';
import { type Column, type DayPlan, hasRoomOrDoctor } from './day-plan.ts';
import { doSpansOverlap, type Span, toAppointmentSpan } from './lanes.ts';

/** Position at which a moved appointment would be dropped. */
export interface DropTarget {
  /** Key of the column. */
  readonly key: string;
  readonly from: number;
}
/**
 * Reasons against a position: the patient has another appointment, the place is taken, or nobody sees
 * patients then.
 */
export type DropConflict =
  | { readonly kind: 'busy'; readonly with: Appointment }
  | { readonly kind: 'taken'; readonly with: Appointment }
  | { readonly kind: 'outside' };

const toTargetSpan = (target: DropTarget, minutes: number): Span => ({
  from: target.from,
  to: target.from + minutes,
});

export const findTargetColumn = (plan: DayPlan, { key }: DropTarget): Column | undefined =>
  plan.columns.find(({ column }) => column.key === key)?.column;

/** Position of an appointment; null if it is in a column without room and doctor. */
export function findRowTarget(plan: DayPlan, row: Appointment): DropTarget | null {
  const found = plan.columns.find(({ column }) => hasRoomOrDoctor(column) && column.holds(row));
  return found ? { key: found.column.key, from: toAppointmentSpan(row).from } : null;
}

/** The most important reason against an appointment of this length at this position. */
export function findDropConflict(
  plan: DayPlan,
  who: { id: number | null; userId: number | null; minutes: number },
  target: DropTarget,
): DropConflict | null {
  const span = toTargetSpan(target, who.minutes);
  const others = plan.columns
    .flatMap(({ visits }) => visits)
    .filter((visit) => visit.row.id !== who.id && doSpansOverlap(visit, span));
  const hers = others.find(({ row }) => row.userId === who.userId);
  if (hers) return { kind: 'busy', with: hers.row };
  const column = findTargetColumn(plan, target);
  const there = others.find(({ row }) => column?.holds(row));
  if (there) return { kind: 'taken', with: there.row };
  const start = plan.starts.find((one) => one.at === target.from);
  const isOff = column?.doctor && !isOnDuty(column.doctor, target.from, who.minutes);
  return start?.outside || isOff ? { kind: 'outside' } : null;
}

/** The allowed start nearest to a minute of the day. */
export function findNearestStart({ starts }: DayPlan, minute: number): number | null {
  let best: number | null = null;
  for (const { at: start } of starts)
    if (best === null || Math.abs(start - minute) < Math.abs(best - minute)) best = start;
  return best;
}

/** The position one start or one column further; the same position at the edge. */
export function stepTarget(
  plan: DayPlan,
  target: DropTarget,
  by: { starts?: 1 | -1; columns?: 1 | -1 },
): DropTarget {
  const keys = plan.columns.flatMap(({ column }) => (hasRoomOrDoctor(column) ? column.key : []));
  const key = keys[keys.indexOf(target.key) + (by.columns ?? 0)] ?? target.key;
  if (!by.starts) return { ...target, key };
  const next =
    by.starts === 1
      ? plan.starts.find(({ at: start }) => start > target.from)
      : plan.starts.findLast(({ at: start }) => start < target.from);
  return { key, from: next?.at ?? target.from };
}
