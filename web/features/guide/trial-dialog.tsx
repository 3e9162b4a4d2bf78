import { Send } from 'lucide-react';
import { useEffect } from 'react';
import { type Guide, tryMessage } from '#shared/contract/connections/guide.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { refetchByUrlPrefix } from '#web/api/hooks.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

const trialPollMs = 1000;
const configExample = 'SMTP_URL=smtps://user:password@mail.example:465\nMAIL_FROM=no-reply@clinic.example';

interface TrialDialogProps {
  guide: Guide;
  onClose(): void;
}

/** How messages are sent, and a test message to the user. */
export function TrialDialog({ guide, onClose }: TrialDialogProps) {
  const { connected, trial } = guide;
  const reached = guide.reached.filter(
    ({ channel }) => connected.length === 0 || connected.includes(channel),
  );
  // The profile has an address, but only for a channel that is not connected.
  const nowhere =
    guide.reached.length === 0
      ? t('guide.messages.nowhere')
      : t(connected.includes('email') ? 'guide.messages.noEmail' : 'guide.messages.noPhone');
  const { mutate: send, isPending, error, isSuccess } = useChange(tryMessage, { untilRead: true });
  const onItsWay = isSuccess && (trial?.state === 'queued' || trial?.state === 'failed');
  useEffect(() => {
    if (!onItsWay) return undefined;
    const looking = setInterval(() => void refetchByUrlPrefix('/api/guide'), trialPollMs);
    return () => clearInterval(looking);
  }, [onItsWay]);
  return (
    <Dialog
      open
      title={t('guide.messages.title')}
      description={t('guide.messages.text')}
      closeLabel={t('common.action.close')}
      onClose={onClose}
    >
      {connected.length > 0 ? (
        <Notice kind="success">
          {t('guide.messages.connected', {
            names: joinWithComma(...connected.map((way) => t(`guide.way.${way}`))),
          })}
        </Notice>
      ) : (
        <Notice kind="warn" title={t('guide.messages.none')}>
          <p>{t('guide.messages.how')}</p>
          <pre dir="ltr" className="mt-2 text-start text-xs break-all whitespace-pre-wrap">
            {configExample}
          </pre>
        </Notice>
      )}
      {reached.length === 0 && (
        <p className="text-ui">
          {nowhere}{' '}
          <a href="/admin/dashboard?tab=profile" className="underline underline-offset-4">
            {t('guide.messages.profile')}
          </a>
        </p>
      )}
      <div className="grid gap-2">
        {reached.map(({ channel, address }) => (
          <Button
            key={channel}
            kind="out"
            busy={isPending}
            icon={<Send size={18} strokeWidth={1.7} aria-hidden="true" className="flip" />}
            onClick={() => send({ body: { channel } })}
          >
            <span className="min-w-0 break-words">
              {t('guide.messages.by', { way: t(`guide.way.${channel}`), address: `\u2066${address}\u2069` })}
            </span>
          </Button>
        ))}
      </div>
      {error && (
        <Notice kind="danger" live>
          {getErrorMessage(error, t('error.unknown'))}
        </Notice>
      )}
      {isSuccess && trial && <Outcome state={trial.state} />}
    </Dialog>
  );
}

const looks = { queued: 'info', sent: 'success', kept: 'warn', failed: 'warn', dead: 'danger' } as const;

function Outcome({ state }: { state: NonNullable<Guide['trial']>['state'] }) {
  const shown = state === 'skipped' ? 'dead' : state;
  return (
    <Notice kind={looks[shown]} live>
      {t(`guide.trial.${shown}`)}{' '}
      {shown !== 'queued' && shown !== 'sent' && (
        <a href="/admin/logs?log=messages" className="underline underline-offset-4">
          {t('guide.trial.logs')}
        </a>
      )}
    </Notice>
  );
}
