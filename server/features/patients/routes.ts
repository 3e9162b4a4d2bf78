import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, sendPage } from '#server/engine/http/list.ts';
import { type EndpointCall, mount } from '#server/engine/http/mount.ts';
import { readsNotes } from '#server/features/notes/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { noteOpened } from '#server/features/users/file-actions.ts';
import { currentRecordId, patientFor } from '#server/features/users/queries.ts';
import * as api from '#shared/contract/patients.ts';
import { clinicClock } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { addPatientAlert, changeFacts, endPatientAlert, entriesAt } from './actions.ts';
import { alertOf, alertsOf, fileOf } from './queries.ts';
import { countTimeline, type TimelinePlace, timelinePage } from './timeline-queries.ts';

const usualPage = 20;
const kinds: readonly string[] = ['visit', 'note', 'change'] satisfies TimelinePlace['kind'][];
const isKind = (kind: string): kind is TimelinePlace['kind'] => kinds.includes(kind);

/** The position after which the page starts, and the total, which is not counted again. */
function positionIn(cursor: string | undefined): { after: TimelinePlace; total: number } | null {
  const values = decodeCursor(cursor, ['localTime', 'text', 'int8', 'int4']);
  if (values === null) return null;
  const [at, kind, id, total] = values;
  if (!isKind(kind)) throw new Refusal('malformed');
  return { after: { at, kind, id }, total };
}

async function timeline(
  deps: Deps,
  { viewer, params, query, request, reply }: EndpointCall<typeof api.patientTimeline>,
): Promise<api.TimelineEntry[]> {
  const { limit = usualPage, cursor, q = '' } = query;
  const from = positionIn(cursor);
  const person = await patientFor(deps.db, viewer, params.id);
  const scope = { patientId: params.id, q };
  const [rows, total] = await Promise.all([
    timelinePage(deps.db, viewer, scope, { limit, after: from?.after ?? null }),
    from?.total ?? countTimeline(deps.db, viewer, scope),
  ]);
  // Recorded before the reply, so that nothing is read without a record.
  await noteOpened(deps, viewer, person, readsNotes(viewer) ? 'notes_read' : 'file_opened');
  const page = sendPage(reply, request, rows, {
    limit,
    total,
    cursorOf: ({ at, kind, id }) => [at, kind, id, total],
  });
  return entriesAt(deps, viewer, page);
}

async function alertsFor(deps: Deps, patientIds: readonly number[]) {
  const today = clinicClock(deps.now()).date;
  const byPatient = new Map<number, api.Alert[]>();
  for (const row of await alertsOf(deps.db, patientIds))
    byPatient.set(row.patientId, [...(byPatient.get(row.patientId) ?? []), alertOf(row, today)]);
  return [...byPatient].map(([patientId, alerts]) => ({ patientId, alerts }));
}

export function patientRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.openPatientFile, async ({ viewer, params }) => {
    const settings = await currentSettings(deps);
    // The id of a merged patient leads to the current record.
    const person = await patientFor(deps.db, viewer, await currentRecordId(deps.db, params.id));
    await noteOpened(deps, viewer, person);
    return fileOf(deps.db, person, settings, deps.now());
  });
  mount(app, deps, api.changePatientFile, ({ viewer, params, body }) =>
    changeFacts(deps, viewer, params.id, body),
  );
  mount(app, deps, api.patientTimeline, (call) => timeline(deps, call));
  mount(app, deps, api.listAlerts, ({ query }) => alertsFor(deps, query.ids));
  mount(app, deps, api.addAlert, ({ viewer, params, body }) =>
    addPatientAlert(deps, viewer, params.id, body),
  );
  mount(app, deps, api.endAlert, async ({ viewer, params }) => {
    await endPatientAlert(deps, viewer, params.id, params.alertId);
    return null;
  });
}
