import type { Appointment } from '#shared/contract/appointments.ts';
import { type DayPlan, overlap, type Span, spanOf } from './day-plan.ts';

/** Where a visit that is carried would be put down. */
export interface Target {
  readonly room: number;
  readonly from: number;
}
/** What speaks against a place: she is elsewhere then, somebody else is there, nobody is seen then. */
export type Conflict =
  | { readonly kind: 'busy'; readonly with: Appointment }
  | { readonly kind: 'taken'; readonly with: Appointment }
  | { readonly kind: 'outside' };

const at = (target: Target, minutes: number): Span => ({ from: target.from, to: target.from + minutes });

/** The place where a visit stands; null for one that stands in no room that is shown. */
export function placeOf(plan: DayPlan, row: Appointment): Target | null {
  const inRoom = plan.columns.some(({ column }) => column.room !== null && column.room === row.room);
  return inRoom && row.room !== null ? { room: row.room, from: spanOf(row).from } : null;
}

/** What speaks against a visit of such a length there, the gravest first. */
export function conflictAt(
  plan: DayPlan,
  who: { id: number | null; userId: number | null; minutes: number },
  target: Target,
): Conflict | null {
  const span = at(target, who.minutes);
  const others = plan.columns
    .flatMap(({ visits }) => visits)
    .filter((visit) => visit.row.id !== who.id && overlap(visit, span));
  const hers = others.find(({ row }) => row.userId === who.userId);
  if (hers) return { kind: 'busy', with: hers.row };
  const there = others.find(({ row }) => row.room === target.room);
  if (there) return { kind: 'taken', with: there.row };
  const start = plan.starts.find((one) => one.at === target.from);
  return start?.outside ? { kind: 'outside' } : null;
}

/** The start nearest to a minute, among those at which a visit may be put down. */
export function nearestStart({ starts }: DayPlan, minute: number): number | null {
  let best: number | null = null;
  for (const { at: start } of starts)
    if (best === null || Math.abs(start - minute) < Math.abs(best - minute)) best = start;
  return best;
}

/** One start further, or one room: the place that an arrow leads to; the same at the edge. */
export function stepFrom(plan: DayPlan, target: Target, by: { starts?: 1 | -1; rooms?: 1 | -1 }): Target {
  const rooms = plan.columns.flatMap(({ column }) => column.room ?? []);
  const room = rooms[rooms.indexOf(target.room) + (by.rooms ?? 0)] ?? target.room;
  if (!by.starts) return { ...target, room };
  const next =
    by.starts === 1
      ? plan.starts.find(({ at: start }) => start > target.from)
      : plan.starts.findLast(({ at: start }) => start < target.from);
  return { room, from: next?.at ?? target.from };
}
