import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { isSigned } from '#server/engine/delivery/transports/signature.ts';
import { sendCalendar } from '#server/engine/files/calendar-reply.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import { visitorActor } from '#server/engine/http/session.ts';
import { createAppointmentCalendar } from '#server/features/appointments/calendar/file-actions.ts';
import { readIdempotencyKey } from '#server/features/appointments/refusal-actions.ts';
import * as api from '#shared/contract/links.ts';
import { Refusal } from '#shared/errors.ts';
import { describeLink, findLinkAppointment, followLink } from './actions.ts';
import { handleReply } from './text-reply-actions.ts';
import { bookAsUnverifiedVisitor } from './visitor-actions.ts';

const linkReadLimit = { name: 'links', network: { points: 120, seconds: 600 } };
/** Phone numbers can be invented, so bookings from each network are limited per week. */
const visitorBookingLimit = { name: 'visitor-visits', network: { points: 20, seconds: 3600 } };
/** A gateway delivers the replies of the whole clinic from one network, possibly a day's replies at once. */
const textReplyLimit = { name: 'replies', network: { points: 6000, seconds: 600 } };

function parseInboundMessage(body: string) {
  try {
    return api.inboundMessage.parse(JSON.parse(body));
  } catch {
    throw new Refusal('malformed');
  }
}

export function linkRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.getLink, ({ params, viewer }) => describeLink(deps, viewer, params.token), {
    throttle: linkReadLimit,
  });
  mount(
    app,
    deps,
    api.useLink,
    ({ params, body, viewer, request }) =>
      followLink(deps, viewer, visitorActor(request), params.token, body),
    { throttle: linkReadLimit },
  );
  mount(
    app,
    deps,
    api.linkCalendarFile,
    async ({ params, request, lang, reply }) => {
      const visit = await findLinkAppointment(deps, visitorActor(request), params.token);
      return sendCalendar(reply, await createAppointmentCalendar(deps, { ...visit, lang }));
    },
    { throttle: linkReadLimit },
  );
  mount(
    app,
    deps,
    api.bookAsVisitor,
    ({ body, request, lang }) => {
      const key = readIdempotencyKey(request);
      if (key === null) throw new Refusal('malformed');
      return bookAsUnverifiedVisitor(deps, visitorActor(request), body, { key, lang });
    },
    { throttle: visitorBookingLimit },
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
        await handleReply(deps, parseInboundMessage(body), visitorActor(request));
        return null;
      },
      { throttle: textReplyLimit },
    );
  });
}
