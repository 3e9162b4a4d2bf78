import type { AuditAction } from '../audit.ts';
import type { AppointmentStatus } from './appointment-status.ts';

/** When each thing happened on the day itself, as instants; nothing while it has not. */
export interface Stamps {
  arrivedAt: string | null;
  calledAt: string | null;
  leftAt: string | null;
}

interface StageRow {
  /** The column of the board it stands in; what is over stands in one. */
  column: BoardColumn;
  /** From which stages somebody comes to this one, back from a mistake as well. */
  from: readonly VisitStage[];
  /** What the next touch makes of it. */
  next: VisitStage | null;
  /** Where the touch that takes it back leads. */
  back: VisitStage | null;
  /** The stamp that coming here sets; going back clears those that are later. */
  stamp: 'arrived' | 'called' | 'seen' | 'left' | null;
  /** The status that the visit has then; otherwise it keeps its own, or is one that holds its time again. */
  sets: AppointmentStatus | null;
  /** How the history calls coming here, from before and back from after. */
  action: AuditAction;
}

/**
 * Where somebody is on the day itself, one row each. Not a status: those are five others. The words are
 * `desk.stage.<stage>` in both catalogues.
 */
const stages = {
  expected: {
    column: 'expected',
    from: ['waiting'],
    next: 'waiting',
    back: null,
    stamp: null,
    sets: null,
    action: 'arrival_undone',
  },
  waiting: {
    column: 'waiting',
    from: ['expected', 'with_doctor', 'left'],
    next: 'with_doctor',
    back: 'expected',
    stamp: 'arrived',
    sets: null,
    action: 'arrived',
  },
  with_doctor: {
    column: 'with_doctor',
    from: ['waiting', 'seen'],
    next: 'seen',
    back: 'waiting',
    stamp: 'called',
    sets: null,
    action: 'called_in',
  },
  seen: {
    column: 'done',
    from: ['with_doctor'],
    next: null,
    back: 'with_doctor',
    stamp: 'seen',
    sets: 'attended',
    action: 'seen',
  },
  left: {
    column: 'done',
    from: ['waiting'],
    next: null,
    back: 'waiting',
    stamp: 'left',
    sets: 'cancelled',
    action: 'left_unseen',
  },
} as const satisfies Record<VisitStage, StageRow>;

export const allStages = ['expected', 'waiting', 'with_doctor', 'seen', 'left'] as const;
export type VisitStage = (typeof allStages)[number];

/** The row of a stage, in the form in which all rows look alike. */
export const stageRow = (stage: VisitStage): StageRow => stages[stage];

/** The columns of the board, in their order. */
export const columns = ['expected', 'waiting', 'with_doctor', 'done'] as const;
export type BoardColumn = (typeof columns)[number];

export const mayEnter = (from: VisitStage, to: VisitStage): boolean => stageRow(to).from.includes(from);

/** She has come and not gone: she waits, or is with the doctor. */
export const isHere = (stage: VisitStage): boolean => stage === 'waiting' || stage === 'with_doctor';

/**
 * Where a visit is: its status has the last word on what is over. Null: cancelled before she came, it stands
 * on no board.
 */
export function stageOf(
  status: AppointmentStatus,
  { arrivedAt, calledAt, leftAt }: Stamps,
): VisitStage | null {
  if (status === 'attended') return 'seen';
  if (status === 'cancelled') return leftAt === null ? null : 'left';
  if (status === 'no_show') return 'expected';
  if (calledAt !== null) return 'with_doctor';
  return arrivedAt === null ? 'expected' : 'waiting';
}

/** The column of a card: whoever was marked as not having come is done with, as well. */
export const columnOf = (card: { stage: VisitStage; status: AppointmentStatus }): BoardColumn =>
  card.status === 'no_show' ? 'done' : stageRow(card.stage).column;
