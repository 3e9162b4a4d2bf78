import { type ClinicClock, isLater } from '../clinic-time.ts';
import type { PersonalKind, StaffKind } from '../message-kinds.ts';
import { type Role, staffRoles } from '../people/roles.ts';
import type { Tone } from '../tones.ts';

interface Dated {
  status: AppointmentStatus;
  appointmentDate: string;
  appointmentTime: string;
}
type ClockNow = Pick<ClinicClock, 'date' | 'time'>;

interface StatusRow {
  /** Name of the icon beside the word. */
  icon: 'hourglass' | 'check' | 'user-check' | 'x' | 'user-x';
  /** Its colours. */
  tone: Tone;
  /** The room, the doctor and the patient are free again. */
  freesSlot: boolean;
  /** Still to come: counts against a limit of open visits, and a patient may move or cancel it. */
  open: boolean;
  /** What came of the visit, for the figures; nothing while it is to come or nobody has said. */
  outcome: 'attended' | 'missed' | 'cancelled' | null;
  /**
   * From when on it can be said of a visit: from its day (she may be seen early), or once its time has come.
   */
  saidFrom: 'always' | 'day' | 'start';
  /** Whose bookings, and a patient's moves, become this. */
  bookedBy: readonly Role[];
  /** Who may set it. */
  setBy: readonly Role[];
  /** Menus offer it. They do not offer pending, which a patient's booking or move becomes. */
  inMenus: boolean;
  /** What the patient hears when the clinic set it and when she did, and the branch of the latter. */
  tells: { byClinic: PersonalKind; byPatient: PersonalKind; branch: StaffKind } | null;
}

/**
 * The statuses of an appointment, one row each. Whatever is special about one stands here; its words are
 * `status.<status>`, `staff.act.<status>` and `logs.action.<status>` in both catalogues, and the database lists it and
 * those that free a slot (schema.test.ts compares them).
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
    saidFrom: 'day',
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
/** The ones that menus offer. */
export type SettableStatus = {
  [S in AppointmentStatus]: (typeof statuses)[S]['inMenus'] extends true ? S : never;
}[AppointmentStatus];
export const settableStatuses = allStatuses.filter(
  (status): status is SettableStatus => statuses[status].inMenus,
);

/** The row of a status, in the form in which all rows look alike. */
export const statusRow = (status: AppointmentStatus): StatusRow => statuses[status];

/**
 * SQL lists these, not the ones that hold a slot: a status forgotten there blocks a time rather than books it
 * twice.
 */
export const statusesThatFree: readonly AppointmentStatus[] = allStatuses.filter(
  (status) => statuses[status].freesSlot,
);
export const openStatuses: readonly AppointmentStatus[] = allStatuses.filter(
  (status) => statuses[status].open,
);

export const holdsSlot = (status: AppointmentStatus): boolean => !statuses[status].freesSlot;
export const isOpen = (status: AppointmentStatus): boolean => statuses[status].open;

/** It will not take place: drawn struck out, and asked about before. */
export const isCalledOff = (status: AppointmentStatus): boolean => statuses[status].outcome === 'cancelled';

/** She did not come. */
export const isMissed = (status: AppointmentStatus): boolean => statuses[status].outcome === 'missed';

/** May this role choose a status, for some visit? */
export const maySet = (role: Role, to: AppointmentStatus): boolean => statusRow(to).setBy.includes(role);

/**
 * May this role change a visit from one status to another? Staff may from any other; a patient may only
 * cancel what is still to come (that it lies in the future and before the cut-off is checked with its time).
 */
export const canSet = (role: Role, from: AppointmentStatus, to: AppointmentStatus): boolean =>
  from !== to && maySet(role, to) && (role !== 'patient' || isOpen(from));

/**
 * Has the time not come at which this can be said of a visit? Nobody has attended or missed what lies ahead.
 */
export function isTooEarly(to: AppointmentStatus, visit: Omit<Dated, 'status'>, clock: ClockNow): boolean {
  const { saidFrom } = statusRow(to);
  if (saidFrom === 'always') return false;
  if (saidFrom === 'day') return visit.appointmentDate > clock.date;
  return isLater(visit.appointmentDate, visit.appointmentTime, clock);
}

/** The statuses a role may choose, in the order of the menu: what calls a visit off comes last. */
export const choices = (role: Role): SettableStatus[] =>
  settableStatuses
    .filter((status) => maySet(role, status))
    .sort((a, b) => Number(isCalledOff(a)) - Number(isCalledOff(b)));

/** What a visit is when this role books it, or when a patient moves hers. */
export const statusOfBooking = (role: Role): AppointmentStatus =>
  allStatuses.find((status) => statusRow(status).bookedBy.includes(role)) ?? 'pending';

/** The statuses with an outcome, for SQL. */
export const statusesOf = (outcome: NonNullable<StatusRow['outcome']>): readonly AppointmentStatus[] =>
  allStatuses.filter((status) => statuses[status].outcome === outcome);

/** Whom somebody has to call: no message reaches her, or a call confirms what she booked. */
export const reaches = ['none', 'call'] as const;

type CountName<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<CountName<B>>}` : S;
/** A status as the figures of the API call it: `noShow`. */
export type StatusCount = CountName<AppointmentStatus>;

/** Something for every status, under the name that figures have. */
export const perStatus = <T>(of: (status: AppointmentStatus) => T): Record<StatusCount, T> =>
  Object.fromEntries(
    allStatuses.map((status) => [
      status.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      of(status),
    ]),
  ) as Record<StatusCount, T>;

/** Neither cancelled nor missed, and later than the clinic's clock. */
export const isUpcoming = (appointment: Dated, clock: ClockNow): boolean =>
  holdsSlot(appointment.status) && isLater(appointment.appointmentDate, appointment.appointmentTime, clock);
