import { type ClinicClock, isLater } from '../clinic-time.ts';
import type { PersonalKind, StaffKind } from '../message-kinds.ts';
import { type Role, staffRoles } from '../people/roles.ts';
import type { Tone } from '../tones.ts';

interface StatusAndTime {
  status: AppointmentStatus;
  appointmentDate: string;
  appointmentTime: string;
}
type ClockNow = Pick<ClinicClock, 'date' | 'time'>;

interface StatusRow {
  /** Icon beside the text. */
  icon: 'hourglass' | 'check' | 'user-check' | 'x' | 'user-x';
  /** Colours. */
  tone: Tone;
  /** The room, the doctor and the patient are free again. */
  freesSlot: boolean;
  /** Upcoming: counts against the limit of open appointments, and a patient may move or cancel it. */
  open: boolean;
  /** Result for statistics; null while it is upcoming or unknown. */
  outcome: 'attended' | 'missed' | 'cancelled' | null;
  /**
   * When it can be set: always, after the start, or also before it once the patient has checked in (a patient
   * may come early).
   */
  saidFrom: 'always' | 'arrival' | 'start';
  /** Roles whose bookings and moves get this status. */
  bookedBy: readonly Role[];
  /** Roles that may set it. */
  setBy: readonly Role[];
  /** Offered in menus. Pending is not: a patient's booking or move gets it. */
  inMenus: boolean;
  /**
   * Message to the patient if the clinic sets it, and if she does, and message to the branch in that case.
   */
  tells: { byClinic: PersonalKind; byPatient: PersonalKind; branch: StaffKind } | null;
}

/**
 * The statuses of an appointment, one row each. Everything special about a status is here; its texts are
 * `status.<status>`, `staff.act.<status>` and `logs.action.<status>` in both catalogues; the database lists
 * them and those that free a slot (schema.test.ts compares).
 */
export const statuses = {
  pending: {
    icon: 'hourglass',
    tone: 'warning',
    freesSlot: false,
    open: true,
    outcome: null,
    saidFrom: 'always',
    bookedBy: ['patient', 'user'],
    setBy: staffRoles,
    inMenus: false,
    tells: null,
  },
  confirmed: {
    icon: 'check',
    tone: 'info',
    freesSlot: false,
    open: true,
    outcome: null,
    saidFrom: 'always',
    bookedBy: staffRoles,
    setBy: staffRoles,
    inMenus: true,
    tells: { byClinic: 'confirmed', byPatient: 'confirmed', branch: 'staffPatientConfirmed' },
  },
  attended: {
    icon: 'user-check',
    tone: 'success',
    freesSlot: false,
    open: false,
    outcome: 'attended',
    saidFrom: 'arrival',
    bookedBy: [],
    setBy: staffRoles,
    inMenus: true,
    tells: null,
  },
  cancelled: {
    icon: 'x',
    tone: 'danger',
    freesSlot: true,
    open: false,
    outcome: 'cancelled',
    saidFrom: 'always',
    bookedBy: [],
    setBy: ['patient', ...staffRoles],
    inMenus: true,
    tells: { byClinic: 'cancelledByClinic', byPatient: 'cancelledByPatient', branch: 'staffCancelled' },
  },
  no_show: {
    icon: 'user-x',
    tone: 'attention',
    freesSlot: true,
    open: false,
    outcome: 'missed',
    saidFrom: 'start',
    bookedBy: [],
    setBy: staffRoles,
    inMenus: true,
    tells: null,
  },
} as const satisfies Record<string, StatusRow>;

export type AppointmentStatus = keyof typeof statuses;
export const allStatuses = Object.keys(statuses) as [AppointmentStatus, ...AppointmentStatus[]];
/** Statuses that menus offer. */
export type SettableStatus = {
  [S in AppointmentStatus]: (typeof statuses)[S]['inMenus'] extends true ? S : never;
}[AppointmentStatus];
export const settableStatuses = allStatuses.filter(
  (status): status is SettableStatus => statuses[status].inMenus,
);

/** The row of a status, with the common type of all rows. */
export const statusRow = (status: AppointmentStatus): StatusRow => statuses[status];

/**
 * SQL lists these, not the ones that hold a slot: a forgotten status then blocks a time instead of allowing a
 * double booking.
 */
export const statusesThatFree: readonly AppointmentStatus[] = allStatuses.filter(
  (status) => statuses[status].freesSlot,
);
export const openStatuses: readonly AppointmentStatus[] = allStatuses.filter(
  (status) => statuses[status].open,
);

export const holdsSlot = (status: AppointmentStatus): boolean => !statuses[status].freesSlot;
export const isOpen = (status: AppointmentStatus): boolean => statuses[status].open;

/** The appointment will not take place: shown struck out, and confirmed before setting. */
export const isCancelledStatus = (status: AppointmentStatus): boolean =>
  statuses[status].outcome === 'cancelled';

/** The patient did not come. */
export const isMissed = (status: AppointmentStatus): boolean => statuses[status].outcome === 'missed';

/** Whether a role may set this status on some appointment. */
export const canRoleSet = (role: Role, to: AppointmentStatus): boolean => statusRow(to).setBy.includes(role);

/**
 * Whether a role may change an appointment from one status to another. Staff may always; a patient may only
 * cancel an open one (its time and the cut-off are checked separately).
 */
export const canSet = (role: Role, from: AppointmentStatus, to: AppointmentStatus): boolean =>
  from !== to && canRoleSet(role, to) && (role !== 'patient' || isOpen(from));

/**
 * Whether it is too early for this status: nobody has attended or missed a future appointment. `isHere`: the
 * patient has checked in.
 */
export function isTooEarly(
  to: AppointmentStatus,
  visit: Omit<StatusAndTime, 'status'>,
  clock: ClockNow,
  isHere: boolean,
): boolean {
  const { saidFrom } = statusRow(to);
  if (saidFrom === 'always') return false;
  if (saidFrom === 'arrival' && isHere) return visit.appointmentDate > clock.date;
  return isLater(visit.appointmentDate, visit.appointmentTime, clock);
}

/** The statuses that a role may choose, in menu order: cancelling comes last. */
export const listStatusChoices = (role: Role): SettableStatus[] =>
  settableStatuses
    .filter((status) => canRoleSet(role, status))
    .sort((a, b) => Number(isCancelledStatus(a)) - Number(isCancelledStatus(b)));

/**
 * Whether the status is a usual next step of an appointment. Menus of lists offer the others too, to correct a
 * wrong status.
 */
export function isNextStep(to: AppointmentStatus, visit: StatusAndTime, clock: ClockNow): boolean {
  const isDayOver = visit.appointmentDate < clock.date;
  if (isCancelledStatus(to)) return isOpen(visit.status) && !isDayOver;
  if (isOpen(to)) return (isOpen(visit.status) || isCancelledStatus(visit.status)) && !isDayOver;
  return !isMissed(to) || !isCancelledStatus(visit.status);
}

/** Status of an appointment that this role books, or that a patient moves. */
export const statusOfBooking = (role: Role): AppointmentStatus =>
  allStatuses.find((status) => statusRow(status).bookedBy.includes(role)) ?? 'pending';

/** The statuses with an outcome, for SQL. */
export const statusesOf = (outcome: NonNullable<StatusRow['outcome']>): readonly AppointmentStatus[] =>
  allStatuses.filter((status) => statuses[status].outcome === outcome);

/** Filter for patients to call: no message reaches her, or a call must confirm the booking. */
export const reachFilters = ['none', 'call'] as const;

type CountName<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<CountName<B>>}` : S;
/** A status as a field name in the API: `noShow`. */
export type StatusCount = CountName<AppointmentStatus>;

/** A value for every status, by field name. */
export const mapStatuses = <T>(of: (status: AppointmentStatus) => T): Record<StatusCount, T> =>
  Object.fromEntries(
    allStatuses.map((status) => [
      status.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      of(status),
    ]),
  ) as Record<StatusCount, T>;

/** Neither cancelled nor missed, and later than the clinic's clock. */
export const isUpcoming = (appointment: StatusAndTime, clock: ClockNow): boolean =>
  holdsSlot(appointment.status) && isLater(appointment.appointmentDate, appointment.appointmentTime, clock);
