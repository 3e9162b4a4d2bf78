import { getBackupStatus, startBackup } from '#shared/contract/connections/backups.ts';
import { formatAgo } from '#shared/domain/format-time.ts';
import { useChange } from '#web/api/changes.ts';
import { now } from '#web/api/clock.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { useRead } from '#web/api/hooks.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

const formatBackupAge = (instant: string | null): string =>
  instant === null ? t('admin.backup.never') : formatAgo(currentLang(), instant, now());

/** A warning at the top of the dashboard if a backup or a test restore failed or is too old. */
export function BackupAlarm() {
  const { data } = useRead(getBackupStatus);
  if (!data?.overdue) return null;
  const error = data.overdue === 'backup' ? data.backupError : data.restoreError;
  return (
    <Notice kind="warn" title={t(`admin.backup.overdue.${data.overdue}`)} live>
      {error && (
        <p dir="ltr" className="text-small">
          {error}
        </p>
      )}
    </Notice>
  );
}

/** The age of the last backup, with a button for a new one; keeps its height while it loads. */
export function LastBackup() {
  const { data } = useRead(getBackupStatus);
  const start = useChange(startBackup, { untilRead: true });
  return (
    <span className="flex min-h-9 items-center gap-x-1 touch:min-h-tap lg:-my-2">
      {data &&
        (data.isOn
          ? t('admin.backup.last', { when: formatBackupAge(data.backedUpAt) })
          : t('admin.backup.off'))}
      {data?.isOn && (
        <Button
          kind="gho"
          size="sm"
          className="flex-none"
          busy={start.isPending || data.isRunning}
          busyLabel={t('admin.backup.running')}
          onClick={() =>
            start.mutate({}, { onError: (error) => showErrorToast(t('admin.backup.startFailed'), error) })
          }
        >
          {t('admin.backup.start')}
        </Button>
      )}
    </span>
  );
}

/** One line below the dashboard: the version and the last test restore. */
export function SystemLine() {
  const { data } = useRead(getBackupStatus);
  if (!data) return null;
  return (
    <footer className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-3 text-small text-ink-2">
      <span>{t('admin.backup.version', { version: data.version })}</span>
      {data.isOn && <span>{t('admin.backup.lastRestore', { when: formatBackupAge(data.restoredAt) })}</span>}
    </footer>
  );
}
