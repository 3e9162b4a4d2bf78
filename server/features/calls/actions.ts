import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { render } from '#server/engine/delivery/render.ts';
import { recordEvents } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { actOnCalls, Unreached } from '#shared/contract/desk/calls.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { later, splitLocal } from '#shared/domain/clinic-time.ts';
import type { MessageKind } from '#shared/domain/message-kinds.ts';
import type { CallAct } from '#shared/domain/messages/calls.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import type { MessageParams } from '#shared/messages/catalogue.ts';
import { type CallRow, callsShown, callValues, noteCalls } from './queries.ts';

const shown = 500;
const week = 7 * 24 * 3_600_000;

/** Whom somebody has to call, and who was called in a week: a call that was noted can be taken back. */
export async function callsOf(deps: Deps, viewer: Viewer): Promise<Unreached[]> {
  const now = deps.now();
  const since = later(now, -week);
  const rows = await callsShown(deps.db, viewer, { now, since, limit: shown });
  const { name, nameAr } = await currentSettings(deps);
  return rows.map((row) => {
    const { date, time } = splitLocal(row.localStart);
    return {
      id: row.id,
      patient: {
        id: row.patientId,
        name: row.patientName,
        phone: row.patientPhone && formatPhone(row.patientPhone),
        reach: row.patientReach,
      },
      appointmentId: row.appointmentId,
      locationId: row.locationId,
      appointmentDate: date,
      appointmentTime: time,
      words: wordsOf(row, (row.locale === 'ar' ? nameAr : null) ?? name, deps.config.PUBLIC_URL),
      sentAt: row.sentAt.toISOString(),
      sentBy: row.sentBy,
      triedAt: row.triedAt?.toISOString() ?? null,
      calledAt: row.calledAt?.toISOString() ?? null,
      calledBy: row.calledBy,
      said: row.said,
    };
  });
}

/** What she would have read; nothing once it is kept no more. */
function wordsOf({ locale, template, params }: CallRow, clinic: string, publicUrl: string): string {
  if (locale === null || template === null) return '';
  const letter = {
    locale,
    template: template as MessageKind,
    params: (params ?? {}) as MessageParams,
    secrets: null,
  };
  return render(letter, { clinic, publicUrl }).short;
}

/** How the history calls an act. */
const actions = {
  called: 'notice_called',
  later: 'notice_tried',
  uncalled: 'call_undone',
} as const satisfies Record<CallAct, AuditAction>;

/** Notes it for each of them by itself: whom somebody else has called meanwhile is left as she is. */
export async function actOn(
  deps: Deps,
  viewer: Viewer,
  { act, calls, said }: Body<typeof actOnCalls>,
): Promise<Reply<typeof actOnCalls>> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const values = callValues(act, { by: viewer, said, now });
    const rows = await noteCalls(tx, viewer, { act, ids: calls, now, values });
    await recordEvents(
      tx,
      viewer,
      rows.map(({ patientId, locationId, appointmentId, noticeId }) => ({
        action: actions[act],
        subject: 'notifications',
        patientId,
        locationId,
        after: { notice: noticeId, appointmentId },
      })),
    );
    const done = new Set(rows.map(({ id }) => id));
    return { done: done.size, left: calls.filter((id) => !done.has(id)) };
  });
}
