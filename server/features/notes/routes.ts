import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { appointmentWithId } from '#server/features/appointments/queries.ts';
import { idempotencyKey } from '#server/features/appointments/refusal-actions.ts';
import { patientFor } from '#server/features/users/queries.ts';
import * as api from '#shared/contract/clinical-notes.ts';
import { Refusal } from '#shared/errors.ts';
import { keepDraft, setSharing, sharedNotesFor, signNote } from './actions.ts';
import { deskDraftOf, draftOf, saveDeskDraft } from './draft-queries.ts';

/** An appointment that the viewer may see; otherwise not found. */
async function visitFor(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  if (!(await appointmentWithId(deps.db, viewer, id))) throw new Refusal('not_found');
}

export function noteRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.signNote, ({ viewer, params, body, request }) =>
    signNote(deps, viewer, params.id, body, idempotencyKey(request.headers['idempotency-key'])),
  );
  mount(app, deps, api.shareNote, ({ viewer, params, body }) =>
    setSharing(deps, viewer, params.id, body.shared),
  );
  mount(app, deps, api.ownSharedNotes, ({ viewer, query }) => sharedNotesFor(deps, viewer, query.patientId));
  mount(app, deps, api.readDraft, async ({ viewer, params }) => {
    await patientFor(deps.db, viewer, params.id);
    return { draft: await draftOf(deps.db, viewer.id, params.id) };
  });
  mount(app, deps, api.readDeskDraft, async ({ viewer, params }) => {
    await visitFor(deps, viewer, params.id);
    return { draft: await deskDraftOf(deps.db, viewer.id, params.id) };
  });
  mount(app, deps, api.keepDeskDraft, async ({ viewer, params, body }) => {
    await visitFor(deps, viewer, params.id);
    const at = { authorId: viewer.id, appointmentId: params.id, updatedAt: deps.now() };
    await saveDeskDraft(deps.db, { ...body, ...at });
    return null;
  });
  mount(app, deps, api.keepDraft, ({ viewer, params, body }) => keepDraft(deps, viewer, params.id, body));
}
