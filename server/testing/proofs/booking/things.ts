/** What the stories of the model are about. */

/** From one minute of a day until before another. */
export type Shift = readonly [from: number, to: number];

/** A stretch of a day, in minutes from its midnight. The story begins on day 0. */
export interface Stretch {
  readonly branch: number;
  readonly day: number;
  readonly start: number;
  readonly minutes: number;
}
export type Place = Pick<Stretch, 'branch' | 'day'>;
export type Status = 'pending' | 'confirmed' | 'attended' | 'no_show' | 'cancelled';
export interface Visit extends Stretch {
  readonly id: number;
  readonly patient: number;
  /** Null: outside the rooms, beside whoever is there. */
  readonly room: number | null;
  readonly doctor: number | null;
  readonly wish: Wish;
  readonly status: Status;
  /** How far she came on a day, at a branch: of another day or branch it says nothing. */
  readonly came?: Came;
}
/** Whom somebody asks for, and who may see her beyond her duty, since it was so before. */
export interface Whom {
  readonly wish: Wish;
  readonly byDesk: boolean;
  readonly keeps?: number | null;
  /** A visit that does not count. */
  readonly but?: number;
}
export interface Came extends Place {
  readonly arrived: boolean;
  readonly called: boolean;
  readonly left: boolean;
}
/** Whom she wants to see, where that is asked: one doctor by number. */
export type Wish = 'any' | 'woman' | number;

/** A time that is kept for her until an hour, in minutes of the story. */
export interface Kept extends Stretch {
  readonly id: number;
  readonly patient: number;
  readonly room: number;
  readonly doctor: number | null;
  readonly until: number;
  readonly open: boolean;
}

/** That somebody looks after a patient: hers to act for while it lasts and she sees her visits. */
export interface Care {
  readonly id: number;
  readonly patient: number;
  readonly guardian: number;
  readonly sees: boolean;
  readonly ended: boolean;
}

/** A patient's record: one that nobody signs in by may become a part of another. */
export interface PersonRecord {
  readonly signsIn: boolean;
  /** The record that it became. */
  readonly into: number | null;
}
/** That two records became one, with what went along, until they are parted. */
export interface Joining {
  readonly kept: number;
  readonly gone: number;
  readonly at: number;
  readonly visits: readonly number[];
  readonly keptTimes: readonly number[];
  readonly asPatient: readonly number[];
  readonly asGuardian: readonly number[];
  /** Who looked after the record that went, where that changed: what she saw, and whether it ended. */
  readonly care: (Pick<Care, 'id' | 'sees'> & { readonly ended: boolean }) | undefined;
}

export interface Doctor {
  readonly id: number;
  readonly isWoman: boolean;
  /** When the doctor is on duty at the branch of the duties, every day; null: never. */
  readonly duty: Shift | null;
  /** The branches where the doctor works besides the duty; null: all. */
  readonly places: readonly number[] | null;
  /** The doctor is deactivated or has another role. */
  readonly hasLeft: boolean;
}
export interface Absence {
  readonly doctor: number;
  readonly day: number;
  readonly shift: Shift;
}

export const holds = ({ status }: Visit): boolean => status !== 'cancelled' && status !== 'no_show';
export const isOpen = ({ status }: Visit): boolean => status === 'pending' || status === 'confirmed';

/** Outside the rooms nobody is given to her: she has whom she named. */
export const namedBy = ({ wish }: Pick<Visit, 'wish'>): number | null =>
  typeof wish === 'number' ? wish : null;
