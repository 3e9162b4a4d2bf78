/** The types of the booking model. */

/** Minutes of a day, end exclusive. */
export type Shift = readonly [from: number, to: number];

/** A part of a day, in minutes from midnight. A run begins on day 0. */
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
  /** Null: overbooked, without a room. */
  readonly room: number | null;
  readonly doctor: number | null;
  readonly wish: Wish;
  readonly status: Status;
  /** Stage of the patient on this day at this branch; irrelevant after the appointment was moved. */
  readonly came?: VisitedDay | undefined;
}
/**
 * The requested doctor, and a doctor who is allowed without a duty because the appointment already has her.
 */
export interface BookingWishes {
  readonly wish: Wish;
  readonly byDesk: boolean;
  readonly keeps?: number | null;
  /** An appointment to ignore. */
  readonly but?: number;
}
export interface VisitedDay extends Place {
  readonly arrived: boolean;
  readonly called: boolean;
  readonly left: boolean;
}
/** The requested doctor at a branch booked by doctor: any, any woman, or one by id. */
export type Wish = 'any' | 'woman' | number;

/** An offer: a time held for a patient until a deadline, in minutes of the run. */
export interface HeldOffer extends Stretch {
  readonly id: number;
  readonly patient: number;
  readonly room: number;
  readonly doctor: number | null;
  readonly until: number;
  readonly open: boolean;
}

/** A guardianship. The guardian acts for the patient while it lasts and `sees` is true. */
export interface Care {
  readonly id: number;
  readonly patient: number;
  readonly guardian: number;
  readonly sees: boolean;
  readonly ended: boolean;
}

/** A patient's record. A record without a way to sign in can be merged into another. */
export interface PersonRecord {
  readonly signsIn: boolean;
  /** The record that this one was merged into. */
  readonly into: number | null;
}
/** A merge with the rows that it moved, until it is undone. */
export interface MergeState {
  readonly kept: number;
  readonly gone: number;
  readonly at: number;
  readonly visits: readonly number[];
  readonly keptTimes: readonly number[];
  readonly asPatient: readonly number[];
  readonly asGuardian: readonly number[];
  /** The guardianship of the merged record before the merge, if the merge changed it. */
  readonly care: (Pick<Care, 'id' | 'sees'> & { readonly ended: boolean }) | undefined;
}

export interface Doctor {
  readonly id: number;
  readonly isWoman: boolean;
  /** Daily duty of the doctor at the branch with duties; null: none. */
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

export const holdsRoom = ({ status }: Visit): boolean => status !== 'cancelled' && status !== 'no_show';
export const isOpen = ({ status }: Pick<Visit, 'status'>): boolean =>
  status === 'pending' || status === 'confirmed';

/** An overbooked appointment only gets a named doctor. */
export const namedDoctorOf = ({ wish }: Pick<Visit, 'wish'>): number | null =>
  typeof wish === 'number' ? wish : null;
