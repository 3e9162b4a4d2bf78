import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { countLimit, decodeCursor, maxRows, sendPage } from '#server/engine/http/list-pages.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { throttle } from '#server/engine/http/rate-limit.ts';
import { visitorActor } from '#server/engine/http/session.ts';
import * as api from '#shared/contract/contact-messages.ts';
import { canonicalHandle } from '#shared/domain/people/handle.ts';
import { say } from '#shared/messages/dictionaries.ts';
import {
  answerContactMessage,
  changeContactMessage,
  receiveContactMessage,
  receiveOwnMessage,
} from './actions.ts';
import { countContactMessages, loadContactMessagePage } from './queries.ts';

const hour = 3600;
const contactFormLimit = {
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
      await throttle(deps, request, contactFormLimit, canonicalHandle(body.email));
      if (!body.website) await receiveContactMessage(deps, viewer ?? visitorActor(request), lang, body);
      return { message: say(lang, 'public.contact.success.text') };
    },
    { throttle: contactFormLimit },
  );
  mount(
    app,
    deps,
    api.sendOwnMessage,
    async ({ body, lang, viewer, request }) => {
      await throttle(deps, request, contactFormLimit, `account ${viewer.id}`);
      await receiveOwnMessage(deps, viewer, lang, body.message);
      return { message: say(lang, 'privacy.report.answer') };
    },
    { throttle: contactFormLimit },
  );
  mount(app, deps, api.listContactMessages, async ({ viewer, query, request, reply }) => {
    const limit = query.limit ?? maxRows;
    const [before = null] = decodeCursor(query.cursor, ['int4']) ?? [];
    const filter = { state: query.state, q: query.q, before };
    const rows = await loadContactMessagePage(deps.db, viewer, filter, limit + 1);
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
