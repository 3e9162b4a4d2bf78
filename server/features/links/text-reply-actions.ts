import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { type Actor, systemActor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import { type AppointmentRow, findAppointmentsByIds } from '#server/features/appointments/queries.ts';
import { receiveReply } from '#server/features/contact-messages/actions.ts';
import { findStillDisplaced } from '#server/features/disruptions/state-queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { createPatientViewer } from '#server/features/notifications/link-viewer-actions.ts';
import { findLastOfferTo } from '#server/features/offers/queries.ts';
import { lockPeople } from '#server/features/users/queries.ts';
import type { InboundMessage } from '#shared/contract/links.ts';
import { addMilliseconds, clinicClock, splitLocal } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { parseReply, type ReplyMeaning } from '#shared/domain/messages/reply-words.ts';
import { firstName } from '#shared/domain/people/family.ts';
import { normalizePhone } from '#shared/domain/people/phone.ts';
import { formatPhone, formatPhoneInSentence } from '#shared/domain/people/phone-text.ts';
import { patientRoles } from '#shared/domain/people/roles.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { Refusal } from '#shared/errors.ts';
import { confirmAppointment, listAllowedActions, stopChannel } from './actions.ts';
import {
  findMessagedAppointments,
  findPhoneOwners,
  type MessagedAppointment,
  type PhoneOwner,
  rememberDelivery,
} from './queries.ts';

type TextReply = InboundMessage;
type ReplyChannel = NonNullable<TextReply['channel']>;

/** How long after our message a reply counts as an answer to it. */
const replyWindow = { days: 14 };
/** How long the gateway may deliver the same reply again. */
const rememberedDays = 7;

interface AskedPerson extends Pick<MessagedAppointment, 'textKey' | 'several' | 'isOvertaken'> {
  owner: PhoneOwner;
  viewer: Viewer;
  /** The appointments of our last text to her; of several, only upcoming ones. */
  visits: readonly AppointmentRow[];
}

/** People with this number who got a message about appointments there. */
async function findAskedPeople(
  deps: Deps,
  owners: readonly PhoneOwner[],
  phone: string,
  from: Actor,
): Promise<AskedPerson[]> {
  const all = await findMessagedAppointments(deps.db, {
    owners: owners.map(({ id }) => id),
    phone,
    ...replyWindow,
  });
  const asked: AskedPerson[] = [];
  for (const owner of owners) {
    const viewer = createPatientViewer({ ...owner, lang: owner.locale }, from);
    const hers = all.filter(({ userId }) => userId === owner.id);
    const ids = hers.map(({ appointmentId }) => appointmentId);
    const visits = await findAppointmentsByIds(deps.db, viewer, ids);
    const [told] = hers;
    if (!told || visits.length === 0) continue;
    const isOtherVersion = ({ appointmentId, version }: MessagedAppointment) =>
      visits.some((visit) => visit.id === appointmentId && visit.version !== version);
    const isOvertaken = hers.some((one) => one.isOvertaken || isOtherVersion(one));
    asked.push({ ...told, isOvertaken, owner, viewer, visits });
  }
  return asked;
}

interface ReplyContext {
  readonly phone: string;
  readonly way: ReplyChannel;
  /** Several patients have this phone. */
  readonly shared: boolean;
}

async function enqueueAnswer(
  deps: Deps,
  visit: AppointmentRow,
  { owner, textKey, phone, way, shared }: Pick<AskedPerson, 'owner' | 'textKey'> & ReplyContext,
  template: 'replyNoted' | 'replyTooLate',
): Promise<void> {
  const place = await findOpenLocation(deps, visit.locationId);
  const { date, time } = splitLocal(visit.localStart);
  await enqueue(deps.db, {
    // One answer on each channel for a text of ours, however often she replies, also if it came by both channels.
    dedupeKey: `${template}:${visit.id}:${textKey}:${way}`,
    channel: way,
    address: phone,
    userId: owner.id,
    locale: owner.locale,
    template,
    appointmentId: visit.id,
    params: {
      date,
      time,
      locationId: visit.locationId,
      location: (owner.locale === 'ar' && place?.nameAr) || (place?.name ?? ''),
      phone: place?.phone ? formatPhoneInSentence(owner.locale, formatPhone(place.phone)) : '',
      // If a family shares the phone, the answer says whose appointment it is.
      ...((shared || visit.userId !== owner.id) && { who: firstName(visit.patientName) }),
    },
  });
}

type ReplyOutcome = 'done' | 'too late' | 'for a person';
type ReplyHandler = (
  deps: Deps,
  meaning: ReplyMeaning | null,
  asked: AskedPerson,
  to: ReplyContext,
) => Promise<ReplyOutcome>;

/**
 * Applies a reply to the appointments that the message asked about, by the rules of links. Yes confirms all
 * of them; which of several to cancel is not guessed, also if two texts named them within a day.
 */
const applyReply: ReplyHandler = async (
  deps,
  meaning,
  { owner, textKey, viewer, visits, several, isOvertaken },
  to,
) => {
  const [only] = visits;
  if (!only || isOvertaken) return 'for a person';
  if (meaning === 'confirm') {
    for (const visit of visits) {
      if (!(await listAllowedActions(deps, viewer, visit)).actions.includes('confirm')) return 'for a person';
    }
    const ids = visits.map(({ id }) => id);
    if ((await findStillDisplaced(deps, ids)).length > 0) return 'for a person';
    // Concurrent changes of these appointments wait for this lock or are visible to `confirmAppointment`.
    await lockPeople(
      deps.db,
      visits.map(({ userId }) => userId),
    );
    for (const visit of visits) {
      await enqueueAnswer(deps, visit, { owner, textKey, ...to }, 'replyNoted');
      await confirmAppointment(deps, viewer, visit.id, visit.version);
    }
    return 'done';
  }
  if (meaning !== 'cancel' || several) return 'for a person';
  if (only.status === 'cancelled') return 'done';
  const { actions } = await listAllowedActions(deps, viewer, only);
  if (!actions.includes('confirm')) return 'for a person';
  try {
    if (!actions.includes('cancel')) throw new Refusal('past_cutoff');
    await changeAppointment(deps, viewer, only.id, { status: 'cancelled', version: only.version });
    return 'done';
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'past_cutoff')) throw error;
    await enqueueAnswer(deps, only, { owner, textKey, ...to }, 'replyTooLate');
    return 'too late';
  }
};

/** STOP ends texts to everyone with this number. */
async function stopTexts(
  deps: Deps,
  owners: readonly PhoneOwner[],
  channel: ReplyChannel | undefined,
): Promise<void> {
  const channels = channel ? [channel] : (['sms', 'whatsapp'] as const);
  const day = clinicClock(deps.now()).date;
  for (const owner of owners) {
    for (const each of channels) await stopChannel(deps, systemActor, owner.id, each);
    await enqueue(deps.db, {
      dedupeKey: `stopped:${owner.id}:${day}`,
      channel: 'app',
      userId: owner.id,
      locale: owner.locale,
      template: 'stopped',
    });
  }
}

/** The sender, and the branch of our last message or offer to her. */
async function findSender(
  deps: Deps,
  patients: readonly PhoneOwner[],
  asked: AskedPerson | undefined,
): Promise<{ patient: PhoneOwner | undefined; locationId: number | null }> {
  if (asked) return { patient: asked.owner, locationId: asked.visits[0]?.locationId ?? null };
  const herself = ({ id, caresFor = [] }: PhoneOwner) => [id, ...caresFor.map((cared) => cared.id)];
  const since = addMilliseconds(deps.now(), -replyWindow.days * 24 * 3_600_000);
  const offered = await findLastOfferTo(deps.db, patients.flatMap(herself), since);
  const patient =
    patients.length === 1
      ? patients[0]
      : patients.find((one) => offered && herself(one).includes(offered.patientId));
  return { patient, locationId: offered?.locationId ?? null };
}

/** Possible senders: everybody who shares the phone. */
const senderNames = (patients: readonly PhoneOwner[], patient: PhoneOwner | undefined): string | undefined =>
  patients.length > 1
    ? patients
        .slice(0, maxNamedSenders)
        .map(({ name }) => name)
        .join(' / ')
        .slice(0, 200)
    : patient?.name;
const maxNamedSenders = 4;

/** Many patients write Arabic in Latin letters, so only Arabic letters tell the language. */
const chooseAnswerLanguage = (text: string, sender: PhoneOwner | undefined): Lang =>
  /\p{Script=Arabic}/u.test(text) ? 'ar' : (sender?.locale ?? 'en');

/**
 * STOP ends texts to the number. Yes or a cancellation answers our last text to the number if that is about
 * an appointment that can take place and only one person was asked. Any other text goes to the inbox of the
 * branch (of every branch if it is unknown). The sender is never a person whose number is not known to be
 * hers.
 */
async function handleNewReply(
  deps: Deps,
  { text, channel, id }: TextReply,
  { phone, by, apply }: { phone: string; by: Actor; apply: ReplyHandler },
): Promise<void> {
  const owners = await findPhoneOwners(deps.db, phone);
  const meaning = parseReply(text);
  if (meaning === 'stop') return stopTexts(deps, owners, channel);
  const way = channel ?? 'sms';
  const patients = owners.filter(({ role, phoneKnown }) => phoneKnown && patientRoles.includes(role));
  const asked = await findAskedPeople(deps, patients, phone, by);
  const coming = asked.filter(({ visits }) => visits.some(({ status }) => isOpen(status)));
  const [one] = coming.length > 0 ? coming : asked;
  const alone = (coming.length || asked.length) === 1;
  const outcome =
    one && alone
      ? await apply(deps, meaning, one, { phone, way, shared: patients.length > 1 })
      : 'for a person';
  if (outcome === 'done') return;
  const { patient, locationId } = await findSender(deps, patients, one);
  await receiveReply(
    deps.db,
    patient ? createPatientViewer({ ...patient, lang: patient.locale }, by) : by,
    {
      way,
      phone,
      name: senderNames(patients, patient) ?? formatPhone(phone),
      message: text,
      locale: chooseAnswerLanguage(text, patient ?? patients[0]),
      patientId: patient?.id ?? null,
      locationId,
      deliveryId: id ?? null,
      now: deps.now(),
    },
    outcome === 'for a person',
  );
}

const leaveToPerson: ReplyHandler = () => Promise.resolve('for a person');

/**
 * An appointment that is moved or cancelled while the reply is applied is not the one that was asked about.
 */
const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof Refusal && ['stale', 'invalid_token'].includes(error.code);

/**
 * Handles a reply to a text, once for each id of the gateway: the id is stored in the transaction of the
 * effect, so a second delivery waits for the first and then does nothing.
 */
export async function handleReply(deps: Deps, reply: TextReply, by: Actor): Promise<void> {
  const phone = normalizePhone(reply.from);
  if (phone === null || reply.text.trim() === '') return;
  const handleWith = (apply: ReplyHandler) =>
    inTransaction(deps.db, async (tx) => {
      const until = addMilliseconds(deps.now(), rememberedDays * 24 * 3_600_000);
      if (reply.id && !(await rememberDelivery(tx, reply.id, until))) return;
      await handleNewReply({ ...deps, db: tx }, reply, { phone, by, apply });
    });
  try {
    await handleWith(applyReply);
  } catch (error) {
    if (!isChangedMeanwhile(error)) throw error;
    await handleWith(leaveToPerson);
  }
}
