import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { findAppointment } from '#server/features/appointments/queries.ts';
import { readIdempotencyKey } from '#server/features/appointments/refusal-actions.ts';
import { loadVisiblePatient } from '#server/features/users/queries.ts';
import * as api from '#shared/contract/clinical-notes.ts';
import { Refusal } from '#shared/errors.ts';
import { loadSharedNotes, saveNoteDraft, setSharing, signNote } from './actions.ts';
import { findDeskDraft, findNoteDraft, saveDeskDraft } from './draft-queries.ts';

/** An appointment that the viewer may see; otherwise not found. */
async function requireVisibleAppointment(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  if (!(await findAppointment(deps.db, viewer, id))) throw new Refusal('not_found');
}

export function noteRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.signNote, ({ viewer, params, body, request }) =>
    signNote(deps, viewer, params.id, body, readIdempotencyKey(request)),
  );
  mount(app, deps, api.shareNote, ({ viewer, params, body }) =>
    setSharing(deps, viewer, params.id, body.shared),
  );
  mount(app, deps, api.ownSharedNotes, ({ viewer, query }) => loadSharedNotes(deps, viewer, query.patientId));
  mount(app, deps, api.readDraft, async ({ viewer, params }) => {
    await loadVisiblePatient(deps.db, viewer, params.id);
    return { draft: await findNoteDraft(deps.db, viewer.id, params.id) };
  });
  mount(app, deps, api.readDeskDraft, async ({ viewer, params }) => {
    await requireVisibleAppointment(deps, viewer, params.id);
    return { draft: await findDeskDraft(deps.db, viewer.id, params.id) };
  });
  mount(app, deps, api.keepDeskDraft, async ({ viewer, params, body }) => {
    await requireVisibleAppointment(deps, viewer, params.id);
    const at = { authorId: viewer.id, appointmentId: params.id, updatedAt: deps.now() };
    await saveDeskDraft(deps.db, { ...body, ...at });
    return null;
  });
  mount(app, deps, api.keepDraft, ({ viewer, params, body }) => saveNoteDraft(deps, viewer, params.id, body));
}
