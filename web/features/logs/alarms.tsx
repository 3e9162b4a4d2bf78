import { type Alarm, listAlarms } from '#shared/contract/logs.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';

const getAlarmHref = ({ kind, channel }: Alarm): string => {
  if (kind === 'webhook') return '/admin/connections';
  return kind === 'failing' && channel
    ? `/admin/logs?log=messages&channel=${channel}`
    : '/admin/logs?log=messages&state=queued';
};

/** Problems of message delivery that need a person; nothing if there are none. */
export function Alarms({ className }: { className?: string }) {
  const { data: alarms = [] } = useRead(listAlarms);
  if (alarms.length === 0) return null;
  return (
    <Notice kind="warn" title={t('admin.alarm.title')} live className={className}>
      <ul className="grid gap-1">
        {alarms.map((alarm) => (
          <li key={`${alarm.kind}-${alarm.channel ?? ''}`}>
            <a href={getAlarmHref(alarm)} className="underline underline-offset-4">
              {formatAlarm(alarm)}
            </a>
            {alarm.since && (
              <small className="text-xs">
                {' '}
                {t('admin.alarm.since', { when: formatInstant(currentLang(), alarm.since) })}
              </small>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function formatAlarm({ kind, channel, count }: Alarm): string {
  return t(`admin.alarm.${kind}`, {
    n: count,
    channel: channel ? t(`common.notifications.channel.${channel}`) : '',
  });
}
