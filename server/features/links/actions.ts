import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { type Actor, recordEvent, systemActor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { spendToken } from '#server/engine/secrets/queries.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import { joinVisit } from '#server/features/accounts/join-actions.ts';
import { lockPatientOf } from '#server/features/appointments/booking-queries.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import {
  type AppointmentRow,
  appointmentOf,
  appointmentWithId,
} from '#server/features/appointments/queries.ts';
import { notifyStaff } from '#server/features/appointments/record-actions.ts';
import { checkInHere, ownDayIfToday } from '#server/features/arrivals/own-actions.ts';
import { standingDisplaced } from '#server/features/disruptions/state-queries.ts';
import { locationWithId } from '#server/features/locations/queries.ts';
import {
  type FoundLink,
  findLink,
  readVisitTarget,
  restoreLink,
} from '#server/features/notifications/link-queries.ts';
import { asPatient } from '#server/features/notifications/link-viewer-actions.ts';
import { setChannel } from '#server/features/notifications/queries.ts';
import { leaveAllWishes } from '#server/features/offers/wish-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { OwnDay } from '#shared/contract/arrivals.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import type { LinkAction, MessageLink, useLink } from '#shared/contract/links.ts';
import { dayClock, isLater, later, splitLocal, writtenInstant } from '#shared/domain/clinic-time.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { Refusal } from '#shared/errors.ts';
import { isConfirmedByPatient, placeAndPatient } from './queries.ts';

const hour = 3_600_000;
type Channel = NonNullable<MessageLink['channel']>;

async function known(deps: Deps, token: string): Promise<FoundLink> {
  const link = await findLink(deps.db, hashToken(token));
  if (!link) throw new Refusal('not_found');
  return link;
}

const none: MessageLink = {
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
const holder = ({ user }: FoundLink, from: Actor): Viewer => asPatient({ ...user, lang: user.locale }, from);

/**
 * The appointment of a permanent link, until a day after it. The patient may move it, so its own time
 * decides.
 */
async function keptVisit(deps: Deps, { kind, user, target }: FoundLink): Promise<AppointmentRow | undefined> {
  if (kind !== 'keep') return undefined;
  const visit = await appointmentWithId(deps.db, { id: user.id, role: 'patient' }, Number(target));
  if (!visit) return undefined;
  const { date, time } = splitLocal(visit.localEnd);
  return deps.now() <= later(writtenInstant(date, time), 24 * hour) ? visit : undefined;
}

/** Whether the link's appointment is today; also for a used link. */
const dayOfVisit = (deps: Deps, link: FoundLink, id: number): Promise<OwnDay | null> =>
  ownDayIfToday(deps, holder(link, systemActor), id);

/** The patient has checked in, so confirming or cancelling makes no sense any more. */
const hasCome = (day: OwnDay | null): boolean =>
  day !== null && (day.hereAt !== null || day.stage !== 'expected');

/** The desk has not greeted the patient, and she has not checked in. */
const hereIn = (day: OwnDay | null): LinkAction[] =>
  day?.stage === 'expected' && day.hereAt === null ? ['here'] : [];

/** The appointment has no account: a signed-in patient may add it to hers. */
const mayJoin = (link: FoundLink, viewer: Viewer | null): viewer is Viewer =>
  viewer?.role === 'patient' && link.user.authProvider === 'visitor' && link.user.id !== viewer.id;

async function describeKept(deps: Deps, link: FoundLink, viewer: Viewer | null): Promise<MessageLink> {
  const row = await keptVisit(deps, link);
  if (!row) throw new Refusal('not_found');
  const { cutoffHours, prefix } = await currentSettings(deps);
  const { reference, status, appointmentDate, appointmentTime, locationId, serviceId, version } =
    appointmentOf(row, prefix);
  const canJoin =
    mayJoin(link, viewer) &&
    isOpen(status) &&
    isLater(appointmentDate, appointmentTime, dayClock(deps.now()));
  const day = isOpen(status) ? await dayOfVisit(deps, link, row.id) : null;
  const inTime =
    isOpen(status) &&
    !hasCome(day) &&
    later(deps.now(), cutoffHours * hour) <= writtenInstant(appointmentDate, appointmentTime);
  return {
    ...none,
    kind: 'keep',
    over: inTime
      ? (await cannotTakePlace(deps, row))
        ? 'displaced'
        : null
      : isOpen(status)
        ? 'cutoff'
        : 'past',
    actions: [
      ...hereIn(day),
      ...(inTime ? (['move', 'cancel'] as const) : []),
      ...(canJoin ? (['join'] as const) : []),
    ],
    day,
    ...(inTime ? placeAndPatient(row) : {}),
    visit: { reference, status, appointmentDate, appointmentTime, locationId, serviceId, version },
  };
}

/** The appointment of a permanent link, for the patient's calendar. */
export async function visitOfLink(
  deps: Deps,
  from: Actor,
  token: string,
): Promise<{ viewer: Viewer; id: number }> {
  const link = await known(deps, token);
  const row = await keptVisit(deps, link);
  if (!row) throw new Refusal('not_found');
  return { viewer: holder(link, from), id: row.id };
}

/** State of an appointment that cannot be confirmed. */
const cannotTakePlace = async (deps: Deps, { id }: AppointmentRow): Promise<boolean> =>
  (await standingDisplaced(deps, [id])).length > 0;

/** The appointment of a message's link as it is now: when and where, as its messages say. */
function currentOf(visit: AppointmentRow, toldStart: string | null): MessageLink['current'] {
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
 * What a link can do, and the current date, time and branch of the appointment. It contains no name and no
 * service, so that the reader of a forwarded message learns nothing that the message does not say.
 */
export async function describeLink(deps: Deps, viewer: Viewer | null, token: string): Promise<MessageLink> {
  const link = await known(deps, token);
  if (link.kind === 'keep') return describeKept(deps, link, viewer);
  if (link.kind === 'offer') return { ...none, kind: 'offer', over: null };
  if (link.kind === 'stop')
    return {
      ...none,
      kind: 'stop',
      channel: link.target as Channel,
      ...(link.used ? { over: 'used' } : { over: null, actions: ['stop'] }),
    };
  const she = holder(link, systemActor);
  const { id, toldStart } = readVisitTarget(link.target);
  const visit = await appointmentWithId(deps.db, she, id);
  const current = visit ? currentOf(visit, toldStart) : null;
  const spent: MessageLink = { ...none, over: link.used ? 'used' : 'past', current };
  if (!visit || !isOpen(visit.status)) return spent;
  const { day, actions: all } = await actionsOn(deps, she, visit);
  const here = hereIn(day);
  const isDisplaced = await cannotTakePlace(deps, visit);
  const instead = (['move', 'cancel'] as const).filter((action) => all.includes(action));
  const actions = isDisplaced ? instead : all;
  if (link.used || actions.length === 0) return { ...spent, day, actions: here };
  return {
    ...none,
    over: isDisplaced ? 'displaced' : null,
    current,
    day,
    actions: [...here, ...actions],
    ...(actions.includes('move') ? placeAndPatient(visit) : {}),
  };
}

/**
 * What the patient may do with an open appointment without signing in: nothing once she has checked in or it
 * is past.
 */
export async function actionsOn(
  deps: Deps,
  viewer: Viewer,
  visit: AppointmentRow,
): Promise<{ day: OwnDay | null; actions: LinkAction[] }> {
  if (!isOpen(visit.status)) return { day: null, actions: [] };
  const day = await ownDayIfToday(deps, viewer, visit.id);
  const { date, time } = splitLocal(visit.localStart);
  if (hasCome(day) || !isLater(date, time, dayClock(deps.now()))) return { day, actions: [] };
  const { cutoffHours } = await currentSettings(deps);
  const inTime = later(deps.now(), cutoffHours * hour) <= writtenInstant(date, time);
  return { day, actions: inTime ? ['confirm', 'cancel', 'move'] : ['confirm'] };
}

/**
 * Records that the patient confirms, and tells the branch, once for each version of the appointment. @throws
 * Refusal `stale` if the appointment is no longer the one that she saw
 */
export async function confirmVisit(deps: Deps, viewer: Viewer, id: number, version?: number): Promise<void> {
  const { prefix } = await currentSettings(deps);
  await inTransaction(deps.db, async (tx) => {
    await lockPatientOf(tx, id);
    const row = await appointmentWithId(tx, viewer, id);
    if (!row || !isOpen(row.status)) throw new Refusal('invalid_token');
    if (version !== undefined && version !== row.version) throw new Refusal('stale');
    if (await isConfirmedByPatient(tx, row)) return;
    const place = await locationWithId({ ...deps, db: tx }, row.locationId);
    await recordEvent(tx, viewer, {
      action: 'patient_confirmed',
      subject: 'appointments',
      subjectId: id,
      locationId: row.locationId,
      patientId: row.userId,
      after: { version: row.version },
    });
    if (place) await notifyStaff(tx, 'staffPatientConfirmed', appointmentOf(row, prefix), place);
  });
}

type Input = Body<typeof useLink>;

async function act(deps: Deps, viewer: Viewer, link: FoundLink, input: Input): Promise<void> {
  const { id } = readVisitTarget(link.target);
  if (input.action === 'stop') return stopChannel(deps, viewer, viewer.id, link.target as Channel);
  if (input.action === 'confirm') return confirmVisit(deps, viewer, id, input.version);
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
  input: Input,
): Promise<{ done: LinkAction }> {
  const link = await known(deps, token);
  const says = input.action === 'here';
  if (link.kind === 'offer' || (link.used && !says) || (input.action === 'stop') !== (link.kind === 'stop'))
    throw new Refusal('invalid_token');
  // Checking in does not use up the link and can be repeated.
  if (says) {
    await checkInHere(deps, holder(link, from), readVisitTarget(link.target).id);
    return { done: 'here' };
  }
  const { actions, over } = await describeLink(deps, viewer, token);
  if (!actions.includes(input.action)) {
    const others = over !== 'displaced' && actions.some((other) => other !== 'here');
    const params = { n: await cutoff(deps) };
    throw new Refusal(others && input.action !== 'join' ? 'past_cutoff' : 'invalid_token', { params });
  }
  if (input.action === 'join') {
    if (mayJoin(link, viewer)) await takeIn(deps, viewer, link);
    return { done: 'join' };
  }
  if (link.kind === 'keep' || input.action === 'confirm') {
    await act(deps, holder(link, from), link, input);
    return { done: input.action };
  }
  if (!(await spendToken(deps.db, link.id, deps.now()))) throw new Refusal('invalid_token');
  try {
    await act(deps, holder(link, from), link, input);
  } catch (error) {
    await restoreLink(deps.db, link.id);
    throw error;
  }
  return { done: input.action };
}

async function takeIn(deps: Deps, viewer: Viewer, { user, target }: FoundLink): Promise<void> {
  const wish = { id: viewer.id, visitor: user.id, visit: Number(target) };
  await inTransaction(deps.db, async (tx) => {
    if ((await joinVisit(tx, deps, viewer, wish)) === 0) throw new Refusal('patient_busy');
  });
}

const cutoff = async (deps: Deps): Promise<number> => (await currentSettings(deps)).cutoffHours;

/** Ends reminders to this person by this channel; messages about the account's safety still arrive. */
export async function stopChannel(deps: Deps, actor: Actor, userId: number, channel: Channel): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await leaveAllWishes(tx, actor, userId, deps.now());
    if (!(await setChannel(tx, userId, channel, false))) return;
    await recordEvent(tx, actor, {
      action: 'stopped',
      subject: 'notifications',
      patientId: userId,
      after: { channel },
    });
  });
}
