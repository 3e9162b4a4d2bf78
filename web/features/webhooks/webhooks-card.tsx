import { Check, Plus, Power, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import {
  endWebhook,
  listWebhooks,
  renewWebhookSecret,
  tryWebhook,
  turnWebhook,
  type Webhook,
} from '#shared/contract/connections/webhooks.ts';
import { formatAgo } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { now } from '#web/api/clock.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlay/menu.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { Pill } from '#web/ui/pill.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { type CreatedWebhookSecret, NewWebhookDialog, WebhookSecretDialog } from './new-webhook-dialog.tsx';

type WebhookAction = 'remove' | 'renew' | 'log';

/** Webhooks: create, inspect and delete them. */
export function WebhooksCard() {
  const { data: hooks, error, refetch } = useRead(listWebhooks);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedWebhookSecret | null>(null);
  const [chosen, setChosen] = useState<{ act: WebhookAction; hook: Webhook } | null>(null);
  const turn = useChange(turnWebhook, { untilRead: true });
  const trial = useChange(tryWebhook, { untilRead: true });
  const renew = useChange(renewWebhookSecret, { untilRead: true });
  const end = useChange(endWebhook, { untilRead: true });
  const doing = (act: Promise<unknown>) =>
    act.catch((problem: unknown) => showErrorToast(t('webhook.failed'), problem));
  async function tryIt({ id }: Webhook) {
    await trial.mutateAsync({ params: { id } });
    showToast({ kind: 'success', title: t('webhook.tried') });
  }
  async function confirmed() {
    if (!chosen) return;
    const { act, hook } = chosen;
    setChosen(null);
    const { id, name } = hook;
    if (act === 'remove') await end.mutateAsync({ params: { id } });
    else setMade({ name, secret: (await renew.mutateAsync({ params: { id } })).secret });
  }
  const asked = chosen && chosen.act !== 'log' ? { act: chosen.act, name: chosen.hook.name } : null;
  return (
    <Card as="section" aria-labelledby="webhooks-title" className="grid gap-4 p-5 md:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="webhooks-title" className="card-title">
            {t('webhook.title')}
          </h2>
          <p className="max-w-[70ch] text-small text-ink-2">{t('webhook.text')}</p>
        </div>
        <Button
          icon={<Plus size={18} strokeWidth={1.7} aria-hidden="true" />}
          className="max-sm:w-full"
          onClick={() => setMaking(true)}
        >
          {t('webhook.make')}
        </Button>
      </div>
      {error && <LoadFailed title={t('webhook.loadFailed')} onAgain={() => void refetch()} />}
      {!hooks && !error && (
        <LoadingRegion label={t('common.state.loading')}>
          <Skeleton className="h-60" />
        </LoadingRegion>
      )}
      {hooks?.length === 0 && <EmptyState title={t('webhook.none')}>{t('webhook.noneText')}</EmptyState>}
      {hooks && hooks.length > 0 && (
        <ul className="grid">
          {hooks.map((hook) => (
            <HookLine
              key={hook.id}
              hook={hook}
              onAct={(act) => setChosen({ act, hook })}
              onTry={() => void doing(tryIt(hook))}
              onTurn={(on) => void doing(turn.mutateAsync({ params: { id: hook.id }, body: { on } }))}
            />
          ))}
        </ul>
      )}
      {making && (
        <NewWebhookDialog
          onClose={() => setMaking(false)}
          onMade={(secret) => {
            setMaking(false);
            setMade(secret);
          }}
        />
      )}
      {made && <WebhookSecretDialog made={made} onKept={() => setMade(null)} />}
      {chosen?.act === 'log' && <DeliveriesDialog hook={chosen.hook} onClose={() => setChosen(null)} />}
      <ConfirmDialog
        open={asked !== null}
        destructive={asked?.act === 'remove'}
        title={asked && t(`webhook.ask.title.${asked.act}`, { name: asked.name })}
        description={asked && t(`webhook.ask.text.${asked.act}`)}
        safeLabel={t('common.action.keep')}
        confirmLabel={asked ? t(`webhook.${asked.act}`) : ''}
        closeLabel={t('common.action.close')}
        onCancel={() => setChosen(null)}
        onConfirm={() => void doing(confirmed())}
      />
    </Card>
  );
}

interface HookLineProps {
  hook: Webhook;
  onAct(act: WebhookAction): void;
  onTry(): void;
  onTurn(on: boolean): void;
}

function HookLine({ hook, onAct, onTry, onTurn }: HookLineProps) {
  const { name, url, events, details, off, failingSince } = hook;
  const told = events.map((event) => t(`webhook.event.${event}`));
  return (
    <li className="flex items-start gap-3 border-t border-line py-4">
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="flex flex-wrap items-center gap-2 text-ui leading-[1.35]">
          <b dir="auto">{name}</b>
          <HookState off={off} />
        </span>
        <span dir="ltr" className="text-start text-small break-all">
          {url}
        </span>
        <p className="text-xs text-ink-2">{joinWithComma(...told, details ? t('webhook.details') : null)}</p>
        {failingSince && (
          <p className="num text-xs text-danger">
            {t('webhook.failingSince', { when: formatAgo(currentLang(), failingSince, now()) })}
          </p>
        )}
      </div>
      <Menu trigger={<MoreButton name={name} />}>
        <MenuItem onSelect={() => onAct('log')}>{t('webhook.log')}</MenuItem>
        {!off && <MenuItem onSelect={onTry}>{t('webhook.trial')}</MenuItem>}
        <MenuItem onSelect={() => onTurn(off !== null)}>
          {t(off ? 'webhook.turnOn' : 'webhook.turnOff')}
        </MenuItem>
        <MenuItem onSelect={() => onAct('renew')}>{t('webhook.renew')}</MenuItem>
        <MenuItem onSelect={() => onAct('remove')}>{t('webhook.remove')}</MenuItem>
      </Menu>
    </li>
  );
}

function HookState({ off }: Pick<Webhook, 'off'>) {
  if (!off)
    return (
      <Pill tone="success" icon={Check}>
        {t('webhook.on')}
      </Pill>
    );
  return (
    <Pill tone={off === 'hand' ? 'neutral' : 'danger'} icon={off === 'hand' ? Power : TriangleAlert}>
      {t(`webhook.off.${off}`)}
    </Pill>
  );
}
