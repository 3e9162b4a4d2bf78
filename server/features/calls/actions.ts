import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { render } from '#server/engine/delivery/render.ts';
import { type NewEvent, recordEvents } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { type Letterheads, loadLetterheads } from '#server/features/notifications/letterhead-queries.ts';
import type { actOnCalls, CallAbout, Callee, CallPart } from '#shared/contract/desk/calls.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { addMilliseconds, splitLocal } from '#shared/domain/clinic-time.ts';
import type { MessageKind } from '#shared/domain/message-kinds.ts';
import type { CallAct } from '#shared/domain/messages/calls.ts';
import { noticeParamsAt } from '#shared/domain/messages/notices.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import {
  type CallCursor,
  type CallRow,
  type CallUpdate,
  callColumnValues,
  countCalls,
  listCallsInOrder,
  selectUnreachedCalls,
  updateUnreachedCalls,
} from './queries.ts';
import { recordRequestedCalls, requestedCallsShown } from './requested-call-queries.ts';

const week = 7 * 24 * 3_600_000;

type CallSubjectRow = Awaited<ReturnType<typeof requestedCallsShown>>[number];

/** A call as replies show it, whatever its subject. */
function presentCallee({ localStart, ...row }: CallSubjectRow): Omit<Callee, 'about' | 'words' | 'sentBy'> {
  const { patientId: id, patientName: name, patientPhone, patientReach: reach, ...same } = row;
  const { date, time } = splitLocal(localStart);
  return {
    ...same,
    patient: { id, name, phone: patientPhone && formatPhone(patientPhone), reach },
    appointmentDate: date,
    appointmentTime: time,
    sentAt: row.sentAt.toISOString(),
    triedAt: row.triedAt?.toISOString() ?? null,
    calledAt: row.calledAt?.toISOString() ?? null,
  };
}

interface CallPageParams {
  which: CallPart | undefined;
  after: CallCursor | null;
  limit: number;
  /** Counting stops here. */
  countTo: number;
}
interface CallPage {
  calls: { place: CallCursor; callee: Callee }[];
  /** The total. */
  total: number;
}

/** A page of patients to call and of calls within a week, which can be undone. Each with its cursor. */
export async function loadCallPage(
  deps: Deps,
  viewer: Viewer,
  { which, countTo, ...page }: CallPageParams,
): Promise<CallPage> {
  const now = deps.now();
  const asked = { now, since: addMilliseconds(now, -week), which };
  const total = await countCalls(deps.db, viewer, asked, countTo);
  const placed = await listCallsInOrder(deps.db, viewer, asked, page);
  const idsOf = (about: CallAbout) => placed.flatMap((one) => (one.about === about ? one.id : []));
  const letterheads = await loadLetterheads(deps);
  const unreached = (await selectUnreachedCalls(deps.db, viewer, idsOf('notice'))).map((row): Callee => {
    const { locale: _locale, template: _template, params: _params, sentBy, ...same } = row;
    const words = renderUnreachedText(row, letterheads);
    return { ...presentCallee(same), about: 'notice', words, sentBy };
  });
  const aboutOffers = (await requestedCallsShown(deps.db, viewer, idsOf('offer'))).map(
    (row): Callee => ({ ...presentCallee(row), about: 'offer', words: '', sentBy: null }),
  );
  const found = new Map([...unreached, ...aboutOffers].map((one) => [`${one.about} ${one.id}`, one]));
  const calls = placed.flatMap(({ called, turn, localStart, about, id }) => {
    const callee = found.get(`${about} ${id}`);
    const place: CallCursor = [called, turn, localStart, about, id];
    return callee ? [{ place, callee }] : [];
  });
  return { calls, total };
}

/** The text of the message that did not reach her; empty once it is erased. */
function renderUnreachedText(
  { locale, template, params, localStart, appointmentId, messageAppointmentId }: CallRow,
  letterheads: Letterheads,
): string {
  if (locale === null || template === null) return '';
  const stated = (params ?? {}) as MessageParams;
  const letter = {
    locale,
    template: template as MessageKind,
    params: appointmentId === messageAppointmentId ? stated : noticeParamsAt(stated, localStart),
    secrets: null,
  };
  return render(letter, letterheads[locale]).short;
}

/** Name of an action in the history. */
const auditActionByAct = {
  notice: { called: 'notice_called', later: 'notice_tried', uncalled: 'call_undone' },
  offer: { called: 'offer_called', later: 'offer_call_tried', uncalled: 'call_undone' },
} as const satisfies Record<CallAbout, Record<CallAct, AuditAction>>;

type RecordedCall = Pick<NewEvent, 'subject' | 'subjectId' | 'patientId' | 'locationId' | 'after'> & {
  id: number;
};

/** Records an event for each patient whose call was still open. */
async function saveCallNotes(
  tx: Db,
  viewer: Viewer,
  about: CallAbout,
  note: CallUpdate,
): Promise<RecordedCall[]> {
  if (about === 'notice')
    return (await updateUnreachedCalls(tx, viewer, note)).map(
      ({ noticeId: notice, appointmentId, ...row }) => ({
        ...row,
        subject: 'notifications',
        after: { notice, appointmentId },
      }),
    );
  return (await recordRequestedCalls(tx, viewer, note)).map(({ appointmentId, ...row }) => ({
    ...row,
    subject: 'offers',
    subjectId: row.id,
    after: { offer: row.id, ...(appointmentId !== null && { appointmentId }) },
  }));
}

/**
 * Records the call for each patient separately: one that somebody else has called meanwhile stays unchanged.
 */
export async function recordCalls(
  deps: Deps,
  viewer: Viewer,
  { act, about, calls, said }: Body<typeof actOnCalls>,
): Promise<Reply<typeof actOnCalls>> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const values = callColumnValues(act, { by: viewer, said, now });
    const rows = await saveCallNotes(tx, viewer, about, { act, ids: calls, now, values });
    await recordEvents(
      tx,
      viewer,
      rows.map(({ id: _id, ...line }) => ({ ...line, action: auditActionByAct[about][act] })),
    );
    const done = new Set(rows.map(({ id }) => id));
    return { done: done.size, left: calls.filter((id) => !done.has(id)) };
  });
}
