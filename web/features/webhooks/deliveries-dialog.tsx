import { Check, Clock, RotateCw, TriangleAlert } from 'lucide-react';
import {
  type Delivery,
  listDeliveries,
  sendDeliveryAgain,
  type Webhook,
} from '#shared/contract/connections/webhooks.ts';
import { webhookEvents } from '#shared/domain/connections/webhook-events.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Pill } from '#web/ui/pill.tsx';

const looks = {
  queued: { tone: 'info', icon: Clock },
  failed: { tone: 'warning', icon: RotateCw },
  sent: { tone: 'success', icon: Check },
  dead: { tone: 'danger', icon: TriangleAlert },
  skipped: { tone: 'neutral', icon: TriangleAlert },
} as const;

const formatWebhookEvent = (event: string): string => {
  const known = webhookEvents.find((one) => one === event);
  return known ? t(`webhook.event.${known}`) : t('webhook.event.webhook.trial');
};

/** Deliveries of a webhook and their results; each can be sent again. */
export function DeliveriesDialog({ hook, onClose }: { hook: Webhook; onClose(): void }) {
  const params = { id: hook.id };
  const { data: deliveries, error, refetch } = useRead(listDeliveries, { params });
  const again = useChange(sendDeliveryAgain, { untilRead: true });
  return (
    <Dialog
      open
      size="lg"
      title={t('webhook.log.title', { name: hook.name })}
      description={t('webhook.log.text')}
      closeLabel={t('common.action.close')}
      onClose={onClose}
    >
      {error && <LoadFailed title={t('webhook.loadFailed')} onAgain={() => void refetch()} />}
      {again.error && (
        <Notice kind="danger" live title={t('webhook.failed')}>
          {getErrorMessage(again.error, t('error.unknown'))}
        </Notice>
      )}
      {deliveries?.length === 0 && <p className="text-ink-2">{t('webhook.log.none')}</p>}
      <ul className="grid divide-y divide-line">
        {deliveries?.map((delivery) => (
          <DeliveryLine
            key={delivery.id}
            delivery={delivery}
            onAgain={() => again.mutate({ params: { ...params, messageId: delivery.id } })}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function DeliveryLine({ delivery, onAgain }: { delivery: Delivery; onAgain(): void }) {
  const { event, state, attempts, error, body, createdAt } = delivery;
  const when = formatInstant(currentLang(), createdAt);
  const { tone, icon } = looks[state];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <span className="flex flex-wrap items-center gap-2 text-ui">
          <b>{formatWebhookEvent(event)}</b>
          <Pill tone={tone} icon={icon}>
            {t(`webhook.log.state.${state}`)}
          </Pill>
        </span>
        <small className="num text-xs text-ink-2">
          {joinWithComma(when, attempts > 0 ? t('webhook.log.attempts', { n: attempts }) : null)}
        </small>
        {error && (
          <small dir="ltr" className="text-start text-xs text-danger">
            {error}
          </small>
        )}
        {body && (
          <details className="text-xs">
            <summary className="min-h-tap content-center text-ink-2">{t('webhook.log.body')}</summary>
            <code dir="ltr" className="block rounded-sm bg-tint px-3 py-2 text-start break-all">
              {body}
            </code>
          </details>
        )}
      </div>
      {state !== 'queued' && state !== 'failed' && body && (
        <Button
          kind="out"
          size="sm"
          aria-label={t('webhook.log.againNamed', { event: formatWebhookEvent(event), when })}
          onClick={onAgain}
        >
          {t('webhook.log.again')}
        </Button>
      )}
    </li>
  );
}
