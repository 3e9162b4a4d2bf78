import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, sendPage } from '#server/engine/http/list-pages.ts';
import { type EndpointCall, mount } from '#server/engine/http/mount-endpoint.ts';
import { canReadClinicalNotes } from '#server/features/notes/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { recordStaffAccess } from '#server/features/users/file-actions.ts';
import { currentRecordId, loadVisiblePatient } from '#server/features/users/queries.ts';
import * as api from '#shared/contract/patients.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { addPatientAlert, endPatientAlert, loadTimelineEntries, savePatientFile } from './actions.ts';
import { listActiveAlerts, presentAlert, presentPatientFile } from './queries.ts';
import { countTimeline, type TimelinePlace, timelinePage } from './timeline-queries.ts';

const usualPage = 20;
const kinds: readonly string[] = ['visit', 'note', 'change'] satisfies TimelinePlace['kind'][];
const isKind = (kind: string): kind is TimelinePlace['kind'] => kinds.includes(kind);

/** The position after which the page starts, and the total, which is not counted again. */
function decodeTimelineCursor(cursor: string | undefined): { after: TimelinePlace; total: number } | null {
  const values = decodeCursor(cursor, ['localTime', 'text', 'int8', 'int4']);
  if (values === null) return null;
  const [at, kind, id, total] = values;
  if (!isKind(kind)) throw new Refusal('malformed');
  return { after: { at, kind, id }, total };
}

async function sendTimelinePage(
  deps: Deps,
  { viewer, params, query, request, reply }: EndpointCall<typeof api.patientTimeline>,
): Promise<api.TimelineEntry[]> {
  const { limit = usualPage, cursor, q = '' } = query;
  const from = decodeTimelineCursor(cursor);
  const person = await loadVisiblePatient(deps.db, viewer, params.id);
  const scope = { patientId: params.id, q };
  const [rows, total] = await Promise.all([
    timelinePage(deps.db, viewer, scope, { limit, after: from?.after ?? null }),
    from?.total ?? countTimeline(deps.db, viewer, scope),
  ]);
  // Recorded before the reply, so that nothing is read without a record.
  await recordStaffAccess(deps, viewer, person, canReadClinicalNotes(viewer) ? 'notes_read' : 'file_opened');
  const page = sendPage(reply, request, rows, {
    limit,
    total,
    cursorOf: ({ at, kind, id }) => [at, kind, id, total],
  });
  return loadTimelineEntries(deps, viewer, page);
}

async function alertsFor(deps: Deps, patientIds: readonly number[]) {
  const today = clinicClock(deps.now()).date;
  const byPatient = new Map<number, api.Alert[]>();
  for (const row of await listActiveAlerts(deps.db, patientIds))
    byPatient.set(row.patientId, [...(byPatient.get(row.patientId) ?? []), presentAlert(row, today)]);
  return [...byPatient].map(([patientId, alerts]) => ({ patientId, alerts }));
}

export function patientRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.openPatientFile, async ({ viewer, params }) => {
    const settings = await currentSettings(deps);
    // The id of a merged patient leads to the current record.
    const person = await loadVisiblePatient(deps.db, viewer, await currentRecordId(deps.db, params.id));
    await recordStaffAccess(deps, viewer, person);
    return presentPatientFile(deps.db, person, settings, deps.now());
  });
  mount(app, deps, api.changePatientFile, ({ viewer, params, body }) =>
    savePatientFile(deps, viewer, params.id, body),
  );
  mount(app, deps, api.patientTimeline, (call) => sendTimelinePage(deps, call));
  mount(app, deps, api.listAlerts, ({ query }) => alertsFor(deps, query.ids));
  mount(app, deps, api.addAlert, ({ viewer, params, body }) =>
    addPatientAlert(deps, viewer, params.id, body),
  );
  mount(app, deps, api.endAlert, async ({ viewer, params }) => {
    await endPatientAlert(deps, viewer, params.id, params.alertId);
    return null;
  });
}
