import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { codeWays } from '#server/engine/delivery/code-ways.ts';
import { mount } from '#server/engine/http/mount.ts';
import * as api from '#shared/contract/appointments.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { Refusal } from '#shared/errors.ts';
import { newestTold } from './history-queries.ts';
import { appointmentWithId } from './queries.ts';

/** Where a patient was told of her visit: the page after booking says so. */
export function messageRoutes(app: FastifyInstance, deps: Deps): void {
  const configured = {
    push: true,
    email: deps.config.SMTP_URL !== undefined,
    sms: deps.config.SMS_GATEWAY_URL !== undefined,
    whatsapp: deps.config.WHATSAPP_GATEWAY_URL !== undefined,
  };
  mount(app, deps, api.visitMessages, async ({ viewer, params }) => {
    const visit = await appointmentWithId(deps.db, viewer, params.id);
    if (!visit) throw new Refusal('not_found');
    const told = await newestTold(deps.db, visit.id, visit.userId);
    return {
      messages: told.map(({ channel, address, state }) => ({
        channel,
        address: channel === 'email' || address === null ? address : formatPhone(address),
        // The outbox keeps it in a moment: nothing is on its way where no gateway is.
        state: configured[channel] ? state : 'kept',
      })),
      demonstration: codeWays(deps.config).kept,
    };
  });
}
