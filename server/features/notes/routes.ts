import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import { idempotencyKey } from '#server/features/appointments/refusal-actions.ts';
import { patientFor } from '#server/features/users/queries.ts';
import * as api from '#shared/contract/clinical-notes.ts';
import { keepDraft, setSharing, signNote } from './actions.ts';
import { draftOf } from './draft-queries.ts';
import { sharedWith } from './queries.ts';

export function noteRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.signNote, ({ viewer, params, body, request }) =>
    signNote(deps, viewer, params.id, body, idempotencyKey(request.headers['idempotency-key'])),
  );
  mount(app, deps, api.shareNote, ({ viewer, params, body }) =>
    setSharing(deps, viewer, params.id, body.shared),
  );
  mount(app, deps, api.ownSharedNotes, ({ viewer }) => sharedWith(deps.db, viewer.id));
  mount(app, deps, api.readDraft, async ({ viewer, params }) => {
    await patientFor(deps.db, viewer, params.id);
    return { draft: await draftOf(deps.db, viewer.id, params.id) };
  });
  mount(app, deps, api.keepDraft, ({ viewer, params, body }) => keepDraft(deps, viewer, params.id, body));
}
