import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { isSigned } from '#server/engine/delivery/transports/signature.ts';
import { sendCalendar } from '#server/engine/files/calendar-reply.ts';
import { mount } from '#server/engine/http/mount.ts';
import { visitor } from '#server/engine/http/session.ts';
import { calendarOfVisit } from '#server/features/appointments/calendar/file-actions.ts';
import { idempotencyKey } from '#server/features/appointments/refusal-actions.ts';
import * as api from '#shared/contract/links.ts';
import { Refusal } from '#shared/errors.ts';
import { describeLink, followLink, visitOfLink } from './actions.ts';
import { handleReply } from './reply-actions.ts';
import { bookByNumber } from './visitor-actions.ts';

const guesses = { name: 'links', network: { points: 120, seconds: 600 } };
/** Phone numbers can be invented, so bookings from each network are limited per week. */
const bookings = { name: 'visitor-visits', network: { points: 20, seconds: 3600 } };
/** A gateway delivers the replies of the whole clinic from one network, possibly a day's replies at once. */
const replies = { name: 'replies', network: { points: 6000, seconds: 600 } };

function parsed(body: string) {
  try {
    return api.inboundMessage.parse(JSON.parse(body));
  } catch {
    throw new Refusal('malformed');
  }
}

export function linkRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getLink, ({ params, viewer }) => describeLink(deps, viewer, params.token), {
    throttle: guesses,
  });
  mount(
    app,
    deps,
    api.useLink,
    ({ params, body, viewer, request }) => followLink(deps, viewer, visitor(request), params.token, body),
    { throttle: guesses },
  );
  mount(
    app,
    deps,
    api.linkCalendarFile,
    async ({ params, request, lang, reply }) => {
      const visit = await visitOfLink(deps, visitor(request), params.token);
      return sendCalendar(reply, await calendarOfVisit(deps, { ...visit, lang }));
    },
    { throttle: guesses },
  );
  mount(
    app,
    deps,
    api.bookAsVisitor,
    ({ body, request, lang }) => {
      const key = idempotencyKey(request.headers['idempotency-key']);
      if (key === null) throw new Refusal('malformed');
      return bookByNumber(deps, visitor(request), body, { key, lang });
    },
    { throttle: bookings },
  );
  // The signature covers the raw body, so it is read as text.
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    mount(
      scope,
      deps,
      api.receiveReply,
      async ({ request }) => {
        const secret = deps.config.GATEWAY_SECRET;
        if (!secret) throw new Refusal('not_configured');
        const { 'x-timestamp': timestamp, 'x-signature': signature } = request.headers;
        const body: unknown = request.body;
        if (typeof body !== 'string') throw new Refusal('malformed');
        if (!isSigned(secret, timestamp, signature, body, deps.now())) throw new Refusal('forbidden');
        await handleReply(deps, parsed(body), visitor(request));
        return null;
      },
      { throttle: replies },
    );
  });
}
