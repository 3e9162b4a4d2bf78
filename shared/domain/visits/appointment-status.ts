import * as z from 'zod/mini';
import { type ClinicClock, isLater } from '../clinic-time.ts';
import { type Role, staffRoles } from '../people/roles.ts';

interface StatusRow {
  label: `status.${string}`;
  tone: 'yellow' | 'blue' | 'green' | 'red' | 'purple';
  /** Name of the icon beside the word. */
  icon: string;
  /** The room and the patient are free again. */
  freesSlot: boolean;
  /** Still to come: counts against a limit of open visits, and a patient may move or cancel it. */
  open: boolean;
  /**
   * Who may choose it by hand. Nobody chooses pending: it is what a patient's own booking or move becomes.
   */
  setBy: readonly Role[];
}

/** The five statuses of an appointment, one row each. */
export const statuses = {
  pending: {
    label: 'status.pending',
    tone: 'yellow',
    icon: 'hourglass',
    freesSlot: false,
    open: true,
    setBy: [],
  },
  confirmed: {
    label: 'status.confirmed',
    tone: 'blue',
    icon: 'check',
    freesSlot: false,
    open: true,
    setBy: staffRoles,
  },
  attended: {
    label: 'status.attended',
    tone: 'green',
    icon: 'user-check',
    freesSlot: false,
    open: false,
    setBy: staffRoles,
  },
  cancelled: {
    label: 'status.cancelled',
    tone: 'red',
    icon: 'x',
    freesSlot: true,
    open: false,
    setBy: ['patient', ...staffRoles],
  },
  no_show: {
    label: 'status.no_show',
    tone: 'purple',
    icon: 'user-x',
    freesSlot: true,
    open: false,
    setBy: staffRoles,
  },
} as const satisfies Record<string, StatusRow>;

export type AppointmentStatus = keyof typeof statuses;
export const allStatuses = Object.keys(statuses) as [AppointmentStatus, ...AppointmentStatus[]];
/** The ones that somebody sets by hand. */
export type SettableStatus = {
  [S in AppointmentStatus]: (typeof statuses)[S]['setBy'] extends readonly [] ? never : S;
}[AppointmentStatus];
export const settableStatuses = allStatuses.filter(
  (status): status is SettableStatus => statuses[status].setBy.length > 0,
);
export const statusSchema = z.enum(allStatuses);

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

/**
 * May this role change a visit from one status to another? Staff may from any other; a patient may only
 * cancel what is still to come (that it lies in the future and before the cut-off is checked with its time).
 */
export function canSet(role: Role, from: AppointmentStatus, to: AppointmentStatus): boolean {
  if (from === to || !statusRow(to).setBy.includes(role)) return false;
  return role !== 'patient' || isOpen(from);
}

/** The statuses a role may choose for a visit, in the order of the menu. */
export const choices = (role: Role, from: AppointmentStatus): AppointmentStatus[] =>
  allStatuses.filter((to) => canSet(role, from, to));

interface Dated {
  status: AppointmentStatus;
  appointmentDate: string;
  appointmentTime: string;
}

/** Neither cancelled nor missed, and later than the clinic's clock. */
export const isUpcoming = (appointment: Dated, clock: Pick<ClinicClock, 'date' | 'time'>): boolean =>
  holdsSlot(appointment.status) && isLater(appointment.appointmentDate, appointment.appointmentTime, clock);
