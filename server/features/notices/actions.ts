import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { insertMessages } from '#server/engine/delivery/queries.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { recordEvents } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { appointmentWithId } from '#server/features/appointments/queries.ts';
import { countUnreached, insertUnreached } from '#server/features/calls/queries.ts';
import { standingDisplaced } from '#server/features/disruptions/state-queries.ts';
import { type Reader, readersOf } from '#server/features/families/family-queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { insertLinks } from '#server/features/notifications/link-queries.ts';
import { personalMessages, redirectToReader } from '#server/features/notifications/notify-actions.ts';
import { currentServices } from '#server/features/services/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { checkBranch } from '#server/features/users/branch-queries.ts';
import type { AppointmentFilters } from '#shared/contract/appointments.ts';
import type { Notice, sendNotice } from '#shared/contract/desk/notices.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import { localDateTime } from '#shared/domain/clinic-time.ts';
import { isReached } from '#shared/domain/messages/contact-channels.ts';
import { maxNoticeRecipients, mentionsService, noticeTemplates } from '#shared/domain/messages/notices.ts';
import { fold } from '#shared/domain/people/search.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { Refusal } from '#shared/errors.ts';
import { type NoticeAbout, noticeMessage, refuseLongText, textOf } from './messages.ts';
import { type ComingVisit, comingVisits, countPeople, insertNotice, noticeWithKey } from './queries.ts';

/** A recipient with the appointments: her own and those of her patients. */
export interface Noticed {
  readonly reader: Reader;
  readonly visits: readonly [ComingVisit, ...ComingVisit[]];
}

/**
 * Validates a template: its values are given, a delay is about one day, and the text does not name a service.
 */
export async function checkNotice(deps: Deps, viewer: Viewer, notice: Notice): Promise<void> {
  const { locationId, from, to } = notice.audience;
  if (locationId !== undefined) checkBranch(viewer, locationId);
  if (notice.template === 'delay' && (from === undefined || from !== to))
    throw new Refusal('malformed', { fields: { 'audience.to': 'validation.oneDay' } });
  const names = (await currentServices(deps)).flatMap(({ name, nameAr }) => [name, nameAr ?? '']);
  for (const field of noticeTemplates[notice.template].fields) {
    const value = notice[field];
    if (value === undefined) throw new Refusal('malformed', { fields: { [field]: 'validation.required' } });
    if (typeof value === 'string' && mentionsService(value, names, fold))
      throw new Refusal('malformed', { fields: { [field]: 'validation.namesService' } });
  }
}

/**
 * The recipients, each once, by first appointment. Leaves out erased people and, if the text says that the
 * patient is expected, appointments that cannot take place.
 */
export async function noticedBy(
  deps: Deps,
  viewer: Viewer,
  { audience, template }: Notice,
  now: Date,
): Promise<Noticed[]> {
  const filters = audience as AppointmentFilters;
  const coming = await comingVisits(deps.db, viewer, filters, { now, limit: 4 * maxNoticeRecipients + 1 });
  const ids = noticeTemplates[template].expects ? coming.map(({ id }) => id) : [];
  const displaced = new Set(await standingDisplaced(deps, ids));
  const visits = coming.filter(({ id }) => !displaced.has(id));
  const readers = await readersOf(deps.db, [...new Set(visits.map(({ patientId }) => patientId))]);
  const byReader = new Map<number, Noticed>();
  for (const visit of visits) {
    const reader = readers.get(visit.patientId);
    if (!reader) continue;
    const known = byReader.get(reader.id);
    byReader.set(
      reader.id,
      known ? { ...known, visits: [...known.visits, visit] } : { reader, visits: [visit] },
    );
  }
  if (byReader.size > maxNoticeRecipients || visits.length > 4 * maxNoticeRecipients)
    throw new Refusal('too_many', { params: { n: maxNoticeRecipients } });
  return [...byReader.values()];
}

/** The content for one recipient. */
export async function aboutFor(deps: Deps, id: number, now: Date): Promise<(one: Noticed) => NoticeAbout> {
  const places = await currentLocations(deps);
  return ({ reader, visits: [visit] }) => ({
    id,
    readerId: reader.id,
    visit,
    place: places.find((place) => place.id === visit.locationId),
    now,
  });
}

type Input = Body<typeof sendNotice>;
type Sent = Reply<typeof sendNotice>;

/**
 * Sends a notice to everybody who matches now, all or nobody, once per idempotency key. If more people match
 * than the preview showed, it is rejected until they were seen. Patients whom no channel reaches go on the
 * call list.
 */
export async function send(deps: Deps, viewer: Viewer, input: Input, key: string | null): Promise<Sent> {
  if (key === null) throw new Refusal('malformed');
  const { expected, ...notice } = input;
  await checkNotice(deps, viewer, notice);
  const now = deps.now();
  const about = await aboutFor(deps, 0, now);
  const settings = await currentSettings(deps);
  return inTransaction(deps.db, async (tx) => {
    const id = await insertNotice(tx, {
      createdBy: viewer.id,
      createdAt: now,
      idempotencyKey: key,
      asked: hashOf(notice),
    });
    if (id === undefined) return sentBefore(tx, viewer, key, notice);
    const people = await noticedBy({ ...deps, db: tx }, viewer, notice, now);
    if (people.length === 0) throw new Refusal('notice_empty');
    if (people.length > expected) throw new Refusal('notice_grew', { params: { n: people.length } });
    const letters = people.map((one) => ({
      reader: one.reader,
      ...personalMessages(one.reader, noticeMessage(one.reader.locale, notice, { ...about(one), id })),
    }));
    refuseLongText(
      notice,
      letters.map((letter) => textOf(deps, settings, letter)),
    );
    await insertMessages(
      tx,
      letters.flatMap(({ messages }) => messages),
    );
    await insertLinks(
      tx,
      letters.flatMap(({ links }) => links),
    );
    await countPeople(tx, id, people.length);
    const toCall = people.filter(({ reader }) => !isReached(reader));
    await insertUnreached(
      tx,
      toCall.map(({ reader, visits: [visit] }) => ({
        noticeId: id,
        patientId: reader.id,
        appointmentId: visit.id,
        locationId: visit.locationId,
        localStart: visit.localStart,
      })),
    );
    const told = { action: 'notice_sent', subject: 'notifications' } as const;
    const after = { notice: id, template: notice.template };
    const patients = new Map(people.flatMap(({ visits }) => visits).map((visit) => [visit.patientId, visit]));
    await recordEvents(tx, viewer, [
      { ...told, locationId: notice.audience.locationId ?? null, after: { ...after, people: people.length } },
      ...[...patients].map(([patientId, { locationId }]) => ({ ...told, patientId, locationId, after })),
    ]);
    return { id, people: people.length, toCall: toCall.length };
  });
}

const hashOf = (notice: Notice): string =>
  createHash('sha256').update(JSON.stringify(notice)).digest('base64url');

async function sentBefore(tx: Db, viewer: Viewer, key: string, notice: Notice): Promise<Sent> {
  const before = await noticeWithKey(tx, viewer.id, key);
  if (before?.asked !== hashOf(notice)) throw new Refusal('idempotency_key_reused');
  return { id: before.id, people: before.people, toCall: await countUnreached(tx, before.id) };
}

const everywhere = { id: 0, role: 'admin' } as const;

const expects = ({ template }: KnownMessage): boolean =>
  Object.values(noticeTemplates).some((row) => row.kind === template && row.expects);

/**
 * Just before it is sent: null if the appointment has changed its time or branch or is cancelled, if it
 * cannot take place and the text says otherwise, or if somebody else reads the patient's messages by now.
 */
export async function refreshNotice(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const { appointmentId, params } = message;
  const row =
    appointmentId === null ? undefined : await appointmentWithId(deps.db, everywhere, appointmentId);
  const stands =
    row &&
    isOpen(row.status) &&
    row.locationId === params.locationId &&
    row.localStart === localDateTime(String(params.date), String(params.time));
  if (!stands || (await redirectToReader(deps, message, row.userId))) return null;
  const overtaken = expects(message) && (await standingDisplaced(deps, [row.id])).length > 0;
  return overtaken ? null : message;
}
