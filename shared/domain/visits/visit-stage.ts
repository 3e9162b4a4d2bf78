import type { AuditAction } from '../audit.ts';
import type { AppointmentStatus } from './appointment-status.ts';

/** Time of each step of the day; missing until it happens. */
export interface Stamps {
  arrivedAt: string | null;
  calledAt: string | null;
  leftAt: string | null;
}

interface StageRow {
  /** Column of the board; finished ones share one. */
  column: BoardColumn;
  /** Stages from which this one can be reached, also to correct a mistake. */
  from: readonly VisitStage[];
  /** The next stage. */
  next: VisitStage | null;
  /** The stage after undoing. */
  back: VisitStage | null;
  /** The stamp that is set here; going back clears later ones. */
  stamp: 'arrived' | 'called' | 'seen' | 'left' | null;
  /** The status that the appointment gets; otherwise it keeps its own, or reopens. */
  sets: AppointmentStatus | null;
  /** Name in the history, forward and back. */
  action: AuditAction;
}

/** Stages of a patient on the day, one row each. The texts are `desk.stage.<stage>` in both catalogues. */
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

/** The row of a stage, with the common type of all rows. */
export const stageRow = (stage: VisitStage): StageRow => stages[stage];

/** Columns of the board, in order. */
export const columns = ['expected', 'waiting', 'with_doctor', 'done'] as const;
export type BoardColumn = (typeof columns)[number];

export const canEnterStage = (from: VisitStage, to: VisitStage): boolean => stageRow(to).from.includes(from);

/** The patient is at the branch: waiting or with the doctor. */
export const isAtBranch = (stage: VisitStage): boolean => stage === 'waiting' || stage === 'with_doctor';

/**
 * Stage of an appointment; a final status wins over the stamps. Null: cancelled before arrival, not on the
 * board.
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

/** Column of a card; a missed appointment is in the last column. */
export const columnOf = (card: { stage: VisitStage; status: AppointmentStatus }): BoardColumn =>
  card.status === 'no_show' ? 'done' : stageRow(card.stage).column;
