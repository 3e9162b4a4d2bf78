import type { Appointment } from '#shared/contract/appointments.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import type { Obstacle } from '#shared/domain/people/merging.ts';
import type { AppointmentStatus } from '#shared/domain/visits/appointment-status.ts';
import type { WeekShift } from '#shared/domain/visits/open-hours.ts';
import type { Db } from './engine/db/connect.ts';
import type { HttpDeps } from './engine/http/deps.ts';
import type { Viewer } from './engine/http/session.ts';

/*
 * Lists that features fill and lower features read. `clinic.ts` composes them at the start of the server, so that
 * a lower feature never imports a higher one.
 */

/** A change of an existing appointment that was written. */
export interface AppointmentChange {
  readonly viewer: Viewer;
  readonly before: Appointment;
  readonly after: Appointment;
  readonly now: Date;
}

/** What a feature does when an appointment changes. Every function runs in the transaction of the change. */
export interface AppointmentListener {
  /** Refuses a change that staff make to several appointments at once. The patient of the appointment is locked. */
  readonly beforeListedChange?: (
    tx: Db,
    viewer: Viewer,
    current: Appointment,
    next: { status: AppointmentStatus } & Pick<ClinicSettings, 'prefix'>,
  ) => Promise<void>;
  /** Runs after the change and its trace were written. */
  readonly afterChange?: (tx: Db, change: AppointmentChange) => Promise<void>;
  /** Runs before the row of the appointment is deleted. */
  readonly beforeRemoval?: (tx: Db, viewer: Viewer, current: Appointment, now: Date) => Promise<void>;
  /** Runs after an appointment was booked for a patient who has offers that nobody answered. */
  readonly afterOfferedBooking?: (
    tx: Db,
    booking: { readonly viewer: Viewer; readonly patientId: number; readonly now: Date },
  ) => Promise<void>;
}

/**
 * What a feature keeps of a person, and what happens to it when the person is deleted. Rows that need no more than
 * to be deleted, emptied or kept are decided about in `db/person-columns.ts`.
 */
export interface PersonalData {
  /** Removes what the feature keeps of these people. Runs while their rows in `users` are still complete. */
  readonly forget: (tx: Db, ids: readonly number[]) => Promise<void>;
  /** The same for patients who were made by an import that is undone, where that differs from `forget`. */
  readonly forgetImported?: (tx: Db, ids: readonly number[]) => Promise<void>;
}

/** A reason of a feature why two records cannot be merged: both have rows of which one record can have only one. */
export interface MergeObstacle {
  readonly obstacle: Obstacle;
  readonly exists: (db: Db, one: number, other: number) => Promise<boolean>;
}

/** What a feature does when the weekly hours of a branch change with its record. Runs before they are replaced. */
export type HoursListener = (
  tx: Db,
  deps: HttpDeps,
  viewer: Viewer,
  change: { readonly locationId: number; readonly shifts: readonly WeekShift[] },
) => Promise<void>;

export interface Registries {
  readonly hoursListeners: readonly HoursListener[];
  readonly appointmentListeners: readonly AppointmentListener[];
  readonly personalData: readonly PersonalData[];
  readonly mergeObstacles: readonly MergeObstacle[];
}
