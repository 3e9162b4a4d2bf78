import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount.ts';
import { idempotencyKey } from '#server/features/appointments/refusal-actions.ts';
import * as api from '#shared/contract/desk/notices.ts';
import { send } from './actions.ts';
import { preview } from './preview-actions.ts';

export function noticeRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.previewNotice, ({ viewer, body }) => preview(deps, viewer, body));
  mount(app, deps, api.sendNotice, ({ viewer, body, request }) =>
    send(deps, viewer, body, idempotencyKey(request.headers['idempotency-key'])),
  );
}
