import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { countLimit, decodeCursor, maxRows, sendPage } from '#server/engine/http/list.ts';
import { mount } from '#server/engine/http/mount.ts';
import { throttle } from '#server/engine/http/rate-limit.ts';
import { visitor } from '#server/engine/http/session.ts';
import * as api from '#shared/contract/contact-messages.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';
import { say } from '#shared/messages/dictionaries.ts';
import {
  answerContactMessage,
  changeContactMessage,
  receiveContactMessage,
  receiveOwnMessage,
} from './actions.ts';
import { contactMessagePage, countContactMessages } from './queries.ts';

const hour = 3600;
const letters = {
  name: 'contact',
  network: { points: 20, seconds: hour },
  subject: { points: 5, seconds: hour },
};

export function contactMessageRoutes(app: FastifyInstance, deps: Deps): void {
  mount(
    app,
    deps,
    api.createContactMessage,
    async ({ body, lang, viewer, request }) => {
      await throttle(deps, request, letters, canonicalHandle(body.email));
      if (!body.website) await receiveContactMessage(deps, viewer ?? visitor(request), lang, body);
      return { message: say(lang, 'public.contact.success.text') };
    },
    { throttle: letters },
  );
  mount(
    app,
    deps,
    api.sendOwnMessage,
    async ({ body, lang, viewer, request }) => {
      await throttle(deps, request, letters, `account ${viewer.id}`);
      await receiveOwnMessage(deps, viewer, lang, body.message);
      return { message: say(lang, 'privacy.report.answer') };
    },
    { throttle: letters },
  );
  mount(app, deps, api.listContactMessages, async ({ viewer, query, request, reply }) => {
    const limit = query.limit ?? maxRows;
    const [before = null] = decodeCursor(query.cursor, ['int4']) ?? [];
    const filter = { state: query.state, q: query.q, before };
    const rows = await contactMessagePage(deps.db, viewer, filter, limit + 1);
    const total = await countContactMessages(deps.db, viewer, filter, countLimit);
    return sendPage(reply, request, rows, { limit, total, cursorOf: (last) => [last.id] });
  });
  mount(app, deps, api.changeContactMessage, ({ viewer, params, body }) =>
    changeContactMessage(deps, viewer, params.id, body.state),
  );
  mount(app, deps, api.answerContactMessage, ({ viewer, params, body }) =>
    answerContactMessage(deps, viewer, params.id, body),
  );
}
