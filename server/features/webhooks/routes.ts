import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { mount } from '#server/engine/http/mount-endpoint.ts';
import * as api from '#shared/contract/connections/webhooks.ts';
import { Refusal } from '#shared/errors.ts';
import {
  createHook,
  removeHook,
  renewHookSecret,
  resendDelivery,
  sendTestEvent,
  setHookActive,
} from './actions.ts';
import { allWebhooks, listDeliveriesOf, webhookWithId } from './queries.ts';

export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, api.listWebhooks, () => allWebhooks(deps.db));
  mount(app, deps, api.makeWebhook, ({ viewer, body }) => createHook(deps, viewer, body));
  mount(app, deps, api.turnWebhook, ({ viewer, params, body }) =>
    setHookActive(deps, viewer, params.id, body.on),
  );
  mount(app, deps, api.renewWebhookSecret, ({ viewer, params }) => renewHookSecret(deps, viewer, params.id));
  mount(app, deps, api.endWebhook, async ({ viewer, params }) => {
    await removeHook(deps, viewer, params.id);
    return null;
  });
  mount(app, deps, api.tryWebhook, async ({ params }) => {
    await sendTestEvent(deps, params.id);
    return null;
  });
  mount(app, deps, api.listDeliveries, async ({ params }) => {
    if (!(await webhookWithId(deps.db, params.id))) throw new Refusal('not_found');
    return listDeliveriesOf(deps.db, params.id);
  });
  mount(app, deps, api.sendDeliveryAgain, async ({ params }) => {
    await resendDelivery(deps, params.id, Number(params.messageId));
    return null;
  });
}
