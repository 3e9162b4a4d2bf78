import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { readIdempotencyKey } from '#server/features/appointments/refusal-actions.ts';
import * as api from '#shared/contract/desk/notices.ts';
import { sendNoticeToAll } from './actions.ts';
import { buildNoticePreview } from './preview-actions.ts';

export function noticeRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.previewNotice, ({ viewer, body }) => buildNoticePreview(deps, viewer, body));
  mount(app, deps, api.sendNotice, ({ viewer, body, request }) =>
    sendNoticeToAll(deps, viewer, body, readIdempotencyKey(request)),
  );
}
