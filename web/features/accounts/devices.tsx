import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { endOtherSessions, endSession, listSessions } from '#shared/contract/accounts.ts';
import type { Reply } from '#shared/contract/endpoint.ts';
import { formatAgo, formatInstant } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { useRead } from '#web/api/hooks.ts';
import { useSession } from '#web/api/session.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { formatDeviceName, isPhoneAgent } from './device-name.ts';

type Session = Reply<typeof listSessions>[number];

const showDeviceError = (error: unknown) =>
  showToast({
    kind: 'error',
    title: t('common.toast.error'),
    description: error instanceof ApiError ? error.message : t('error.unknown'),
  });

/** The devices on which the user is signed in; ends one session or all others. */
export function Devices({ now }: { now: Date }) {
  const sessions = useRead(listSessions);
  const end = useChange(endSession, { untilRead: true });
  const endOthers = useChange(endOtherSessions, { untilRead: true });
  const [asking, setAsking] = useState(false);
  const hasPush = useSession().user?.channels.includes('push') ?? false;
  const others = sessions.data?.filter((session) => !session.current).length ?? 0;
  const endOne = (session: Session) =>
    end.mutate(
      { params: { sessionId: session.id } },
      {
        onSuccess: () =>
          showToast({
            kind: 'success',
            title: t('account.sessions.ended'),
            ...(hasPush && { description: t('account.sessions.pushEnds') }),
          }),
        onError: showDeviceError,
      },
    );
  const endAll = () =>
    endOthers.mutate(
      {},
      {
        onSuccess: () =>
          showToast({ kind: 'success', title: t('account.sessions.othersEnded', { n: others }) }),
        onError: showDeviceError,
        onSettled: () => setAsking(false),
      },
    );
  return (
    <Card as="section" aria-labelledby="devices-title" className="grid gap-4 p-5 md:p-9">
      <div>
        <h2 id="devices-title" className="card-title">
          {t('account.sessions.title')}
        </h2>
        <p className="mt-1 text-small text-ink-2">{t('account.sessions.text')}</p>
      </div>
      {sessions.isPending && (
        <LoadingRegion label={t('common.state.loading')} className="grid gap-2">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </LoadingRegion>
      )}
      {sessions.isError && <Notice kind="danger">{t('account.sessions.failed')}</Notice>}
      {sessions.data && (
        <ul className="grid">
          {sessions.data.map((session) => (
            <Device
              key={session.id}
              session={session}
              now={now}
              busy={end.isPending}
              onEnd={() => endOne(session)}
            />
          ))}
        </ul>
      )}
      {others > 0 && (
        <div>
          <Button kind="dan" size="sm" onClick={() => setAsking(true)}>
            {t('account.sessions.endOthers')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        title={t('account.sessions.endOthersTitle')}
        description={`${t('account.sessions.endOthersText')}${hasPush ? ` ${t('account.sessions.pushEnds')}` : ''}`}
        safeLabel={t('common.action.cancel')}
        confirmLabel={t('account.sessions.endOthers')}
        busy={endOthers.isPending}
        closeLabel={t('common.action.close')}
        onCancel={() => setAsking(false)}
        onConfirm={endAll}
      />
    </Card>
  );
}

function Device({
  session,
  now,
  busy,
  onEnd,
}: {
  session: Session;
  now: Date;
  busy: boolean;
  onEnd(): void;
}) {
  const lang = currentLang();
  const device = formatDeviceName(session.device);
  const Icon = isPhoneAgent(session.device) ? Smartphone : Laptop;
  const since = formatInstant(lang, session.createdAt);
  return (
    <li className="flex min-h-16 items-center gap-3 border-t border-line py-2">
      <Icon size={22} strokeWidth={1.6} aria-hidden="true" className="text-ink-2" />
      <span className="min-w-0 flex-1 text-ui leading-snug">
        <span className="flex flex-wrap items-center gap-x-2">
          <b className="font-strong">{device}</b>
          {session.current && <Badge>{t('account.sessions.this')}</Badge>}
        </span>
        <small className="block text-xs leading-[1.5] text-ink-2">
          {joinWithComma(
            t('account.sessions.seen', { when: formatAgo(lang, session.seenAt, now) }),
            t('account.sessions.since', { date: since }),
            session.network && t(`account.sessions.network.${session.network}`),
          )}
        </small>
      </span>
      {!session.current && (
        <Button
          kind="gho"
          size="sm"
          disabled={busy}
          aria-label={t('account.sessions.endNamed', { device })}
          onClick={onEnd}
        >
          {t('account.sessions.end')}
        </Button>
      )}
    </li>
  );
}
