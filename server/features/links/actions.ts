import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type Actor, recordEvent, systemActor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { spendToken } from '#server/engine/secrets/queries.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { transferAppointment } from '#server/features/accounts/transfer-actions.ts';
import { lockPatientByAppointment } from '#server/features/appointments/booking-queries.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import {
  type AppointmentRow,
  findAppointment,
  presentAppointment,
} from '#server/features/appointments/queries.ts';
import { notifyStaff } from '#server/features/appointments/record-actions.ts';
import { loadDayIfToday, markPatientHere } from '#server/features/arrivals/own-day-actions.ts';
import { findStillDisplaced } from '#server/features/disruptions/state-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import {
  type FoundLink,
  findMessageLink,
  parseAppointmentTarget,
  restoreLink,
} from '#server/features/notifications/link-queries.ts';
import { createPatientViewer } from '#server/features/notifications/link-viewer-actions.ts';
import { setChannel } from '#server/features/notifications/queries.ts';
import { leaveAllWishes } from '#server/features/offers/wish-actions.ts';
import { findRecipient } from '#server/features/recipients/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { OwnDay } from '#shared/contract/arrivals.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { LinkAction, MessageLink, useLink } from '#shared/contract/links.ts';
import {
  addMilliseconds,
  dayClock,
  isLater,
  splitLocal,
  storedTimeToInstant,
} from '#shared/domain/clinic-time.ts';
import { isReachable } from '#shared/domain/messages/contact-channels.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { Refusal } from '#shared/errors.ts';
import { isConfirmedByPatient, rebookingSearchParams } from './queries.ts';

const hour = 3_600_000;
type LinkChannel = NonNullable<MessageLink['channel']>;

async function requireLink(deps: Deps, token: string): Promise<FoundLink> {
  const link = await findMessageLink(deps.db, hashToken(token));
  if (!link) throw new Refusal('not_found');
  return link;
}

const emptyLink: MessageLink = {
  kind: 'visit',
  actions: [],
  over: 'past',
  locationId: null,
  doctorId: null,
  doctorWish: 'any',
  channel: null,
  current: null,
  visit: null,
  day: null,
};
const createLinkViewer = ({ user }: FoundLink, from: Actor): Viewer =>
  createPatientViewer({ ...user, lang: user.locale }, from);

/**
 * The appointment of a permanent link, until a day after it. The patient may move it, so its own time
 * decides.
 */
async function findPermanentAppointment(
  deps: Deps,
  { kind, user, target }: FoundLink,
): Promise<AppointmentRow | undefined> {
  if (kind !== 'keep') return undefined;
  const visit = await findAppointment(deps.db, { id: user.id, role: 'patient' }, Number(target));
  if (!visit) return undefined;
  const { date, time } = splitLocal(visit.localEnd);
  return deps.now() <= addMilliseconds(storedTimeToInstant(date, time), 24 * hour) ? visit : undefined;
}

/** Whether the link's appointment is today; also for a used link. */
const loadLinkDay = (deps: Deps, link: FoundLink, id: number): Promise<OwnDay | null> =>
  loadDayIfToday(deps, createLinkViewer(link, systemActor), id);

/** The patient has checked in, so confirming or cancelling makes no sense any more. */
const hasCheckedIn = (day: OwnDay | null): boolean =>
  day !== null && (day.hereAt !== null || day.stage !== 'expected');

/** The desk has not greeted the patient, and she has not checked in. */
const checkInActions = (day: OwnDay | null): LinkAction[] =>
  day?.stage === 'expected' && day.hereAt === null ? ['here'] : [];

/** The appointment has no account: a signed-in patient may add it to hers. */
const canJoinAccount = (link: FoundLink, viewer: Viewer | null): viewer is Viewer =>
  viewer?.role === 'patient' && link.user.authProvider === 'visitor' && link.user.id !== viewer.id;

async function describePermanentLink(
  deps: Deps,
  link: FoundLink,
  viewer: Viewer | null,
): Promise<MessageLink> {
  const row = await findPermanentAppointment(deps, link);
  if (!row) throw new Refusal('not_found');
  const { cutoffHours, prefix } = await currentSettings(deps);
  const { reference, status, appointmentDate, appointmentTime, locationId, serviceId, version } =
    presentAppointment(row, prefix);
  const isUpcoming = isOpen(status) && isLater(appointmentDate, appointmentTime, dayClock(deps.now()));
  const day = isOpen(status) ? await loadLinkDay(deps, link, row.id) : null;
  const isDisplaced = isUpcoming && !hasCheckedIn(day) && (await isDisplacedAppointment(deps, row));
  const inTime =
    isOpen(status) &&
    !hasCheckedIn(day) &&
    addMilliseconds(deps.now(), cutoffHours * hour) <= storedTimeToInstant(appointmentDate, appointmentTime);
  return {
    ...emptyLink,
    kind: 'keep',
    over: isDisplaced ? 'displaced' : inTime ? null : isOpen(status) ? 'cutoff' : 'past',
    actions: [
      ...(isDisplaced ? [] : checkInActions(day)),
      ...(inTime ? (['move', 'cancel'] as const) : []),
      ...(isUpcoming && canJoinAccount(link, viewer) ? (['join'] as const) : []),
    ],
    day: isDisplaced ? null : day,
    ...(inTime ? rebookingSearchParams(row) : {}),
    visit: { reference, status, appointmentDate, appointmentTime, locationId, serviceId, version },
  };
}

/** The appointment of a permanent link, for the patient's calendar. */
export async function findLinkAppointment(
  deps: Deps,
  from: Actor,
  token: string,
): Promise<{ viewer: Viewer; id: number }> {
  const link = await requireLink(deps, token);
  const row = await findPermanentAppointment(deps, link);
  if (!row) throw new Refusal('not_found');
  return { viewer: createLinkViewer(link, from), id: row.id };
}

/** State of an appointment that cannot be confirmed. */
const isDisplacedAppointment = async (deps: Deps, { id }: AppointmentRow): Promise<boolean> =>
  (await findStillDisplaced(deps, [id])).length > 0;

/** The appointment of a message's link as it is now: when and where, as its messages say. */
function presentCurrentState(visit: AppointmentRow, toldStart: string | null): MessageLink['current'] {
  const { date, time } = splitLocal(visit.localStart);
  const isMoved = toldStart !== null && toldStart !== visit.localStart;
  return {
    status: visit.status,
    appointmentDate: date,
    appointmentTime: time,
    locationId: visit.locationId,
    version: visit.version,
    movedFrom: isMoved ? splitLocal(toldStart) : null,
  };
}

/**
 * Returns the actions of a link, and the current date, time and branch of its appointment. The result
 * contains no name and no service: a message may be forwarded, and its reader must not learn more than the
 * message says.
 */
export async function describeLink(deps: Deps, viewer: Viewer | null, token: string): Promise<MessageLink> {
  const link = await requireLink(deps, token);
  if (link.kind === 'keep') return describePermanentLink(deps, link, viewer);
  if (link.kind === 'offer') return { ...emptyLink, kind: 'offer', over: null };
  if (link.kind === 'stop')
    return {
      ...emptyLink,
      kind: 'stop',
      channel: link.target as LinkChannel,
      ...(link.used ? { over: 'used' } : { over: null, actions: ['stop'] }),
    };
  const she = createLinkViewer(link, systemActor);
  const { id, toldStart } = parseAppointmentTarget(link.target);
  const visit = await findAppointment(deps.db, she, id);
  const current = visit ? presentCurrentState(visit, toldStart) : null;
  const spent: MessageLink = { ...emptyLink, over: link.used ? 'used' : 'past', current };
  if (!visit || !isOpen(visit.status)) return spent;
  const { day, actions: all } = await listAllowedActions(deps, she, visit);
  const isDisplaced = all.length > 0 && (await isDisplacedAppointment(deps, visit));
  const here = isDisplaced ? [] : checkInActions(day);
  if (link.used || all.length === 0) return { ...spent, day, actions: here };
  const instead = (['move', 'cancel'] as const).filter((action) => all.includes(action));
  const actions = isDisplaced ? instead : all;
  return {
    ...emptyLink,
    over: isDisplaced ? 'displaced' : null,
    current,
    day: isDisplaced ? null : day,
    actions: [...here, ...actions],
    ...(actions.includes('move') ? rebookingSearchParams(visit) : {}),
  };
}

/**
 * Actions on an open appointment that need no sign-in. There are none once the patient has checked in or the
 * appointment is past.
 */
export async function listAllowedActions(
  deps: Deps,
  viewer: Viewer,
  visit: AppointmentRow,
): Promise<{ day: OwnDay | null; actions: LinkAction[] }> {
  if (!isOpen(visit.status)) return { day: null, actions: [] };
  const day = await loadDayIfToday(deps, viewer, visit.id);
  const { date, time } = splitLocal(visit.localStart);
  if (hasCheckedIn(day) || !isLater(date, time, dayClock(deps.now()))) return { day, actions: [] };
  const { cutoffHours } = await currentSettings(deps);
  const inTime = addMilliseconds(deps.now(), cutoffHours * hour) <= storedTimeToInstant(date, time);
  return { day, actions: inTime ? ['confirm', 'cancel', 'move'] : ['confirm'] };
}

/**
 * Records that the patient confirms, and tells the branch, once for each version of the appointment.
 *
 * @throws Refusal `stale` if the appointment is no longer the one that she saw
 */
export async function confirmAppointment(
  deps: Deps,
  viewer: Viewer,
  id: number,
  version?: number,
): Promise<void> {
  const { prefix } = await currentSettings(deps);
  await inTransaction(deps.db, async (tx) => {
    await lockPatientByAppointment(tx, id);
    const row = await findAppointment(tx, viewer, id);
    if (!row || !isOpen(row.status)) throw new Refusal('invalid_token');
    if (version !== undefined && version !== row.version) throw new Refusal('stale');
    if (await isConfirmedByPatient(tx, row)) return;
    const place = await findOpenLocation({ ...deps, db: tx }, row.locationId);
    await recordEvent(tx, viewer, {
      action: 'patient_confirmed',
      subject: 'appointments',
      subjectId: id,
      locationId: row.locationId,
      patientId: row.userId,
      after: { version: row.version },
    });
    if (place) await notifyStaff(tx, 'staffPatientConfirmed', presentAppointment(row, prefix), place);
  });
}

type LinkInput = Body<typeof useLink>;

async function runLinkAction(deps: Deps, viewer: Viewer, link: FoundLink, input: LinkInput): Promise<void> {
  const { id } = parseAppointmentTarget(link.target);
  if (input.action === 'stop') return stopChannel(deps, viewer, viewer.id, link.target as LinkChannel);
  if (input.action === 'confirm') return confirmAppointment(deps, viewer, id, input.version);
  if (input.action === 'cancel')
    return void (await changeAppointment(deps, viewer, id, { status: 'cancelled', version: input.version }));
  const { appointmentDate, appointmentTime } = input;
  if (!appointmentDate || !appointmentTime)
    throw new Refusal('malformed', { fields: { appointmentDate: 'validation.required' } });
  await changeAppointment(deps, viewer, id, { appointmentDate, appointmentTime, version: input.version });
}

/**
 * Runs the action of a button. Cancelling, moving and stopping use up the link; a rejection (too late, time
 * taken) does not.
 */
export async function followLink(
  deps: Deps,
  viewer: Viewer | null,
  from: Actor,
  token: string,
  input: LinkInput,
): Promise<{ done: LinkAction }> {
  const link = await requireLink(deps, token);
  const says = input.action === 'here';
  if (link.kind === 'offer' || (link.used && !says) || (input.action === 'stop') !== (link.kind === 'stop'))
    throw new Refusal('invalid_token');
  // Checking in does not use up the link and can be repeated.
  if (says) {
    await markPatientHere(deps, createLinkViewer(link, from), parseAppointmentTarget(link.target).id);
    return { done: 'here' };
  }
  if (input.action === 'join') {
    await followJoinLink(deps, viewer, link, token);
    return { done: 'join' };
  }
  const { actions, over } = await describeLink(deps, viewer, token);
  if (!actions.includes(input.action)) {
    const others = over !== 'displaced' && actions.some((other) => other !== 'here');
    const isPastCutoff = others || over === 'cutoff';
    const params = { n: await loadCutoffHours(deps) };
    throw new Refusal(isPastCutoff ? 'past_cutoff' : 'invalid_token', { params });
  }
  if (link.kind === 'keep' || input.action === 'confirm') {
    await runLinkAction(deps, createLinkViewer(link, from), link, input);
    return { done: input.action };
  }
  if (!(await spendToken(deps.db, link.id, deps.now()))) throw new Refusal('invalid_token');
  try {
    await runLinkAction(deps, createLinkViewer(link, from), link, input);
  } catch (error) {
    await restoreLink(deps.db, link.id);
    throw error;
  }
  return { done: input.action };
}

/** Adds the link's appointment to the viewer's account. Does nothing if an earlier press did, whose answer was lost. */
async function followJoinLink(
  deps: Deps,
  viewer: Viewer | null,
  link: FoundLink,
  token: string,
): Promise<void> {
  if (!viewer) throw new Refusal('not_signed_in');
  if (link.user.id === viewer.id) return;
  const { actions } = await describeLink(deps, viewer, token);
  if (!actions.includes('join')) throw new Refusal('invalid_token');
  await addToAccount(deps, viewer, link);
}

async function addToAccount(deps: Deps, viewer: Viewer, { user, target }: FoundLink): Promise<void> {
  const wish = { id: viewer.id, visitor: user.id, visit: Number(target) };
  await inTransaction(deps.db, async (tx) => {
    if ((await transferAppointment(tx, deps, viewer, wish)) === 0) throw new Refusal('patient_busy');
  });
}

const loadCutoffHours = async (deps: Deps): Promise<number> => (await currentSettings(deps)).cutoffHours;

/**
 * Ends reminders to this person by this channel; messages about the account's safety still arrive. A person
 * whom no other channel reaches leaves the waiting list.
 */
export async function stopChannel(
  deps: Deps,
  actor: Actor,
  userId: number,
  channel: LinkChannel,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await setChannel(tx, userId, channel, false);
    if (!isReachable(await findRecipient(tx, userId))) await leaveAllWishes(tx, actor, userId, deps.now());
    await recordEvent(tx, actor, {
      action: 'stopped',
      subject: 'notifications',
      patientId: userId,
      after: { channel },
    });
  });
}
