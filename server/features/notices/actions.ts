import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { splitMessage } from '#server/engine/delivery/lease-queries.ts';
import { insertMessages } from '#server/engine/delivery/queries.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { recordEvents } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { systemViewer } from '#server/engine/http/viewers.ts';
import { type AppointmentRow, findAppointment } from '#server/features/appointments/queries.ts';
import { countUnreached, insertUnreached } from '#server/features/calls/queries.ts';
import { findStillDisplaced } from '#server/features/disruptions/state-queries.ts';
import {
  findMessageReaders,
  type PatientMessageRecipient,
} from '#server/features/families/family-queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { loadLetterheads } from '#server/features/notifications/letterhead-queries.ts';
import { insertLinks } from '#server/features/notifications/link-queries.ts';
import {
  createPersonalMessages,
  requeueForCurrentReader,
} from '#server/features/notifications/notify-actions.ts';
import { currentServices } from '#server/features/services/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { checkBranch } from '#server/features/users/branch-queries.ts';
import type { AppointmentFilters } from '#shared/contract/appointments.ts';
import type { Notice, sendNotice } from '#shared/contract/desk/notices.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { isReachable } from '#shared/domain/messages/contact-channels.ts';
import {
  maxNoticeRecipients,
  mentionsService,
  noticeParamsAt,
  noticeTemplates,
} from '#shared/domain/messages/notices.ts';
import { withTimelyChannels } from '#shared/domain/messages/timely-channels.ts';
import { normalizeForSearch } from '#shared/domain/people/search.ts';
import { isOpen } from '#shared/domain/visits/appointment-status.ts';
import { Refusal } from '#shared/errors.ts';
import {
  isStartUnchanged,
  type NoticeContext,
  noticeMessage,
  refuseLongText,
  renderTextMessage,
} from './messages.ts';
import {
  findNoticeByKey,
  insertNotice,
  listNoticeAppointments,
  type NoticeAppointment,
  saveRecipientCount,
} from './queries.ts';

/** A recipient with the appointments: her own and those of her patients. */
export interface NoticeRecipient {
  readonly reader: PatientMessageRecipient;
  readonly visits: readonly [NoticeAppointment, ...NoticeAppointment[]];
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
    if (typeof value === 'string' && mentionsService(value, names, normalizeForSearch))
      throw new Refusal('malformed', { fields: { [field]: 'validation.namesService' } });
  }
}

/**
 * The recipients, each once, by first appointment. Leaves out erased people and, if the text says that the
 * patient is expected, appointments that cannot take place.
 */
export async function findNoticeRecipients(
  deps: Deps,
  viewer: Viewer,
  { audience, template }: Notice,
  now: Date,
): Promise<NoticeRecipient[]> {
  const filters = audience as AppointmentFilters;
  const coming = await listNoticeAppointments(deps.db, viewer, filters, {
    now,
    limit: 4 * maxNoticeRecipients + 1,
  });
  const ids = noticeTemplates[template].expects ? coming.map(({ id }) => id) : [];
  const displaced = new Set(await findStillDisplaced(deps, ids));
  const visits = coming.filter(({ id }) => !displaced.has(id));
  const readers = await findMessageReaders(deps.db, [...new Set(visits.map(({ patientId }) => patientId))]);
  const byReader = new Map<number, NoticeRecipient>();
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

/**
 * The messages of one recipient: one for each branch of her appointments, because the text names one branch.
 */
export async function createNoticeContexts(
  deps: Deps,
  id: number,
  now: Date,
): Promise<(one: NoticeRecipient) => NoticeContext[]> {
  const places = await currentLocations(deps);
  return ({ reader, visits }) =>
    [...new Set(visits.map(({ locationId }) => locationId))].flatMap((branch) => {
      const [first, ...others] = visits.filter(({ locationId }) => locationId === branch);
      const place = places.find((one) => one.id === branch);
      return first ? [{ id, readerId: reader.id, visits: [first, ...others], place, now }] : [];
    });
}

/** Appointments of a recipient that begin before any message reaches her. */
export const listVisitsToCall = (
  { reader, visits }: NoticeRecipient,
  settings: Pick<ClinicSettings, 'quietHours'>,
  now: Date,
): NoticeAppointment[] =>
  visits.filter(
    ({ localStart }) => !isReachable(withTimelyChannels(reader, settings, { now, start: localStart })),
  );

type Input = Body<typeof sendNotice>;
type SendResult = Reply<typeof sendNotice>;

/**
 * Sends a notice to everybody who matches now, all or nobody, once per idempotency key. If more people match
 * than the preview showed, it is rejected until they were seen. Patients whom no channel reaches in time go
 * on the call list.
 */
export async function sendNoticeToAll(
  deps: Deps,
  viewer: Viewer,
  input: Input,
  key: string | null,
): Promise<SendResult> {
  if (key === null) throw new Refusal('malformed');
  const { expected, ...notice } = input;
  await checkNotice(deps, viewer, notice);
  const now = deps.now();
  const contextsOf = await createNoticeContexts(deps, 0, now);
  const settings = await currentSettings(deps);
  const letterheads = await loadLetterheads(deps);
  return inTransaction(deps.db, async (tx) => {
    const id = await insertNotice(tx, {
      createdBy: viewer.id,
      createdAt: now,
      idempotencyKey: key,
      asked: hashNotice(notice),
    });
    if (id === undefined) return replaySentNotice(tx, viewer, key, notice);
    const people = await findNoticeRecipients({ ...deps, db: tx }, viewer, notice, now);
    if (people.length === 0) throw new Refusal('notice_empty');
    if (people.length > expected) throw new Refusal('notice_grew', { params: { n: people.length } });
    const letters = people.flatMap((one) =>
      contextsOf(one).map((about) => ({
        reader: one.reader,
        ...createPersonalMessages(one.reader, noticeMessage(one.reader.locale, notice, { ...about, id })),
      })),
    );
    refuseLongText(
      notice,
      letters.map((letter) => renderTextMessage(letterheads, letter)),
    );
    await insertMessages(
      tx,
      letters.flatMap(({ messages }) => messages),
    );
    await insertLinks(
      tx,
      letters.flatMap(({ links }) => links),
    );
    await saveRecipientCount(tx, id, people.length);
    const toCall = people.flatMap((one) => {
      const visits = listVisitsToCall(one, settings, now);
      return visits.length > 0 ? { reader: one.reader, visits } : [];
    });
    await insertUnreached(
      tx,
      toCall.flatMap(({ reader, visits }) =>
        visits.map((visit) => ({
          noticeId: id,
          patientId: reader.id,
          appointmentId: visit.id,
          locationId: visit.locationId,
          localStart: visit.localStart,
        })),
      ),
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

const hashNotice = (notice: Notice): string =>
  createHash('sha256').update(JSON.stringify(notice)).digest('base64url');

async function replaySentNotice(tx: Db, viewer: Viewer, key: string, notice: Notice): Promise<SendResult> {
  const before = await findNoticeByKey(tx, viewer.id, key);
  if (before?.asked !== hashNotice(notice)) throw new Refusal('idempotency_key_reused');
  return { id: before.id, people: before.people, toCall: await countUnreached(tx, before.id) };
}

const saysPatientExpected = ({ template }: KnownMessage): boolean =>
  Object.values(noticeTemplates).some((row) => row.kind === template && row.expects);

/**
 * Just before a notice is sent: the notice about the first of its appointments that is upcoming, unchanged
 * and, if the text says so, can take place. Null if there is none, or if the notice was redirected because
 * somebody else reads the patient's messages now. Appointments with another reader get a separate notice.
 */
export async function refreshNoticeMessage(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const { appointmentId, params } = message;
  const now = localNow(dayClock(deps.now()));
  const visitIds = message.visitIds ?? (appointmentId === null ? [] : [appointmentId]);
  const displaced = saysPatientExpected(message) ? await findStillDisplaced(deps, visitIds) : [];
  const valid: AppointmentRow[] = [];
  for (const id of visitIds.filter((one) => !displaced.includes(one))) {
    const row = await findAppointment(deps.db, systemViewer, id);
    const isUnchanged = row && isOpen(row.status) && row.locationId === params.locationId;
    if (isUnchanged && row.localStart > now && isStartUnchanged(params, row)) valid.push(row);
  }
  const [first] = valid;
  if (!first) return null;
  const readers = await findMessageReaders(
    deps.db,
    valid.map(({ userId }) => userId),
  );
  const hasOtherReader = ({ userId }: AppointmentRow) =>
    readers.get(userId)?.id !== readers.get(first.userId)?.id;
  const idsOf = (rows: readonly AppointmentRow[]) => rows.map(({ id }) => id);
  const others = idsOf(valid.filter(hasOtherReader));
  if (others.length > 0) await splitMessage(deps.db, message, others, deps.now());
  const current = {
    ...message,
    appointmentId: first.id,
    visitIds: idsOf(valid.filter((row) => !hasOtherReader(row))),
    params: first.id === appointmentId ? params : noticeParamsAt(params, first.localStart),
  };
  return (await requeueForCurrentReader(deps, current, first.userId)) ? null : current;
}
