import { type Alarm, listAlarms } from '#shared/contract/logs.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';

function words({ kind, channel, count }: Alarm): string {
  if (kind === 'late') return t('admin.alarm.late', { n: count });
  if (kind === 'stuck' || !channel) return t('admin.alarm.stuck', { n: count });
  return t('admin.alarm.failing', { channel: t(`common.notifications.channel.${channel}`) });
}

/** Says on the dashboard when messages to patients do not leave; silent while all is well. */
export function AlarmNotice() {
  const { data } = useRead(listAlarms);
  if (!data || data.length === 0) return null;
  return (
    <Notice kind="warn" title={t('admin.alarm.title')}>
      <ul>
        {data.map((alarm) => (
          <li key={`${alarm.kind} ${alarm.channel ?? ''}`}>{words(alarm)}</li>
        ))}
      </ul>
      <a href="/admin/logs" className="inline-block py-1 font-strong underline underline-offset-4">
        {t('admin.alarm.open')}
      </a>
    </Notice>
  );
}
