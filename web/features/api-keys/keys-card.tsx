import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type ApiKey, listApiKeys, revokeApiKey } from '#shared/contract/connections/api-keys.ts';
import { formatAgo, formatInstant } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { type CreatedKey, CreatedKeyDialog, NewKeyDialog } from './new-key-dialog.tsx';
import { formatScope } from './scope-words.ts';

/** API keys of other programs: create, list and revoke. */
export function KeysCard() {
  const { data: keys, error, refetch } = useRead(listApiKeys);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedKey | null>(null);
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const revoke = useChange(revokeApiKey, { untilRead: true });

  async function end({ id, name }: ApiKey) {
    try {
      await revoke.mutateAsync({ params: { id } });
      showToast({ kind: 'success', title: t('connections.keys.revoked', { name }) });
    } catch (problem) {
      showToast({ kind: 'error', title: getErrorMessage(problem, t('error.unknown')) });
    }
    setAsked(null);
  }
  return (
    <Card as="section" className="grid gap-4 p-5 md:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="card-title">{t('connections.keys.title')}</h2>
          <p className="max-w-[70ch] text-small text-ink-2">{t('connections.keys.text')}</p>
        </div>
        <Button
          icon={<Plus size={18} strokeWidth={1.7} aria-hidden="true" />}
          className="max-sm:w-full"
          onClick={() => setMaking(true)}
        >
          {t('connections.keys.make')}
        </Button>
      </div>
      {error && (
        <LoadFailed
          title={t('connections.keys.failed')}
          reason={error.message}
          onAgain={() => void refetch()}
        />
      )}
      {!keys && !error && (
        <LoadingRegion label={t('common.state.loading')} className="grid gap-2">
          <Skeleton className="h-60" />
        </LoadingRegion>
      )}
      {keys?.length === 0 && (
        <EmptyState title={t('connections.keys.none')}>{t('connections.keys.noneText')}</EmptyState>
      )}
      {keys && keys.length > 0 && (
        <ul className="grid">
          {keys.map((key) => (
            <KeyLine key={key.id} shown={key} onRevoke={() => setAsked(key)} />
          ))}
        </ul>
      )}
      {making && (
        <NewKeyDialog
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
          }}
        />
      )}
      {made && <CreatedKeyDialog made={made} onKept={() => setMade(null)} />}
      <ConfirmDialog
        open={asked !== null}
        title={t('connections.keys.revokeTitle', { name: asked?.name ?? '' })}
        description={t('connections.keys.revokeText')}
        safeLabel={t('common.action.keep')}
        confirmLabel={t('connections.keys.revoke')}
        closeLabel={t('common.action.close')}
        busy={revoke.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && void end(asked)}
      />
    </Card>
  );
}

function KeyLine({ shown, onRevoke }: { shown: ApiKey; onRevoke(): void }) {
  const { name, hint, scopes, state, perMinute } = shown;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-4">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <b className="flex flex-wrap items-center gap-2 text-ui leading-[1.35]">
          <span dir="auto">{name}</span>
          <small className="num text-xs font-normal text-ink-2">
            {t('connections.keys.ending', { hint })}
          </small>
          {state === 'expired' && <Badge>{t('connections.keys.expired')}</Badge>}
        </b>
        {state === 'orphaned' && <p className="text-small text-danger">{t('connections.keys.orphaned')}</p>}
        <p className="text-small">{joinWithComma(...scopes.map(formatScope))}</p>
        <p className="text-xs text-ink-2">{formatKeyHistory(shown)}</p>
        <p className="text-xs text-ink-2">
          {joinWithComma(formatKeyExpiry(shown), t('connections.keys.rate', { n: perMinute }))}
        </p>
      </div>
      <Button
        kind="gho"
        size="sm"
        aria-label={t('connections.keys.revokeNamed', { name })}
        onClick={onRevoke}
      >
        {t('connections.keys.revoke')}
      </Button>
    </li>
  );
}

const formatKeyAge = (at: string) => formatAgo(currentLang(), at, now());

function formatKeyHistory({ createdAt, createdBy, usedAt, usedFrom }: ApiKey): string {
  const when = formatKeyAge(createdAt);
  const made = createdBy
    ? t('connections.keys.madeBy', { when, name: createdBy })
    : t('connections.keys.made', { when });
  const used = usedAt
    ? t('connections.keys.used', { when: formatKeyAge(usedAt), from: `\u2066${usedFrom ?? ''}\u2069` })
    : t('connections.keys.neverUsed');
  return joinWithComma(made, used);
}

const formatKeyExpiry = ({ expiresAt }: ApiKey): string =>
  expiresAt
    ? t('connections.keys.until', { when: formatInstant(currentLang(), expiresAt) })
    : t('connections.keys.endless');
