import type { Config } from '#server/config.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { PushStore } from '#server/engine/delivery/push-store.ts';
import { createReceivers } from '#server/engine/delivery/receiver-queries.ts';
import type { Cache } from '#server/engine/live/cache.ts';
import type { OutboxChannel } from '#shared/domain/message-kinds.ts';
import { gatewayTransport } from './gateway.ts';
import { smtpTransport } from './smtp.ts';
import type { Transport } from './transport.ts';
import { webPushTransport } from './web-push.ts';
import { webhookTransport } from './webhook.ts';

export type Transports = Partial<Record<OutboxChannel, Transport>>;

export interface TransportDeps {
  readonly config: Config;
  readonly db: Db;
  readonly cache: Cache;
  readonly now: () => Date;
}

/**
 * The configured transports. Messages of a missing channel stay in the outbox, where an admin can read them.
 */
export async function createTransports(deps: TransportDeps, push: PushStore): Promise<Transports> {
  const { config, db } = deps;
  const transports: Transports = {
    push: webPushTransport(
      await push.keys(deps),
      config.secure ? config.PUBLIC_URL : 'mailto:push@clinic.example',
      {
        of: (userId) => push.subscriptionsOf(db, userId),
        forget: (endpoint) => push.deleteSubscription(db, endpoint),
      },
    ),
    webhook: webhookTransport(createReceivers(deps), { anywhere: config.WEBHOOKS_ANYWHERE, now: deps.now }),
  };
  if (config.SMTP_URL) transports.email = smtpTransport(config.SMTP_URL, config.MAIL_FROM);
  if (config.SMS_GATEWAY_URL)
    transports.sms = gatewayTransport(config.SMS_GATEWAY_URL, config.GATEWAY_SECRET, deps.now);
  if (config.WHATSAPP_GATEWAY_URL)
    transports.whatsapp = gatewayTransport(config.WHATSAPP_GATEWAY_URL, config.GATEWAY_SECRET, deps.now);
  return transports;
}
