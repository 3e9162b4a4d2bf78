import type { Appointment } from '#shared/contract/appointments.ts';
import type { Obstacle } from '#shared/domain/people/merging.ts';
import type { WeekShift } from '#shared/domain/visits/open-hours.ts';
import type { Db } from './engine/db/connect.ts';
import type { HttpDeps } from './engine/http/deps.ts';
import type { Viewer } from './engine/http/session.ts';

/*
 * Lists that features fill and lower features read. `clinic.ts` composes them at the start, so that a lower
 * feature never imports a higher one.
 */

/** A stored change of an existing appointment. */
export interface AppointmentChange {
  readonly viewer: Viewer;
  readonly before: Appointment;
  readonly after: Appointment;
  readonly now: Date;
}

/** What a feature does when an appointment changes. Every function runs in the transaction of the change. */
export interface AppointmentListener {
  /** May reject a change of the status, time or branch. The patient's row is locked. */
  readonly beforeChange?: (
    tx: Db,
    viewer: Viewer,
    current: Appointment,
    next: Pick<Appointment, 'status' | 'appointmentDate' | 'appointmentTime' | 'locationId'> & {
      /** One of several appointments that staff change at once. */
      readonly ofList: boolean;
      /** Reject the change if the patient has checked in. */
      readonly beforeCheckIn: boolean;
      readonly prefix: string;
      readonly now: Date;
    },
  ) => Promise<void>;
  /** Runs after the change and its event were written. */
  readonly afterChange?: (tx: Db, change: AppointmentChange) => Promise<void>;
  /** Runs before the row of the appointment is deleted. */
  readonly beforeRemoval?: (tx: Db, viewer: Viewer, current: Appointment, now: Date) => Promise<void>;
  /** Runs after an appointment was booked for a patient with open offers. */
  readonly afterOfferedBooking?: (
    tx: Db,
    booking: { readonly viewer: Viewer; readonly patientId: number; readonly now: Date },
  ) => Promise<void>;
}

/**
 * A feature's data about people, and what happens to it when a person is deleted. Columns whose rows are only
 * deleted, emptied or kept are listed in `db/person-columns.ts`.
 */
export interface PersonalData {
  /** Removes the feature's data about these people. Their rows in `users` are still complete. */
  readonly forget: (tx: Db, ids: readonly number[]) => Promise<void>;
  /** The same for patients of an undone import, if it differs from `forget`. */
  readonly forgetImported?: (tx: Db, ids: readonly number[]) => Promise<void>;
}

/**
 * A reason of a feature why two records cannot be merged: both have a row of which a record can have only
 * one.
 */
export interface MergeObstacle {
  readonly obstacle: Obstacle;
  readonly exists: (db: Db, one: number, other: number) => Promise<boolean>;
}

/** A change of a branch's record that may displace appointments. Undefined: that part stays. */
export interface BranchChange {
  readonly locationId: number;
  readonly shifts?: readonly WeekShift[] | undefined;
  /** The day from which the branch is closed, if it changes; null: it stays open. */
  readonly closedFrom?: string | null | undefined;
  /** The number of rooms, if there are fewer. */
  readonly rooms?: number | undefined;
  /** From now on only doctors on duty can be booked. */
  readonly byDoctor?: boolean | undefined;
  /** The branch ends. It has no upcoming appointment. */
  readonly ends?: boolean | undefined;
}

/** What a feature does when the record of a branch changes. Runs before the change, in its transaction. */
export type BranchListener = (tx: Db, deps: HttpDeps, viewer: Viewer, change: BranchChange) => Promise<void>;

/** Called after the transaction that changed the record of a branch. */
type AfterBranchChange = (deps: HttpDeps & { readonly registries: Registries }) => Promise<void>;

export interface Registries {
  readonly branchListeners: readonly BranchListener[];
  readonly afterBranchChange: readonly AfterBranchChange[];
  readonly appointmentListeners: readonly AppointmentListener[];
  readonly personalData: readonly PersonalData[];
  readonly mergeObstacles: readonly MergeObstacle[];
}
