import { type BackupStatus, getBackupStatus, startBackup } from '#shared/contract/connections/backups.ts';
import { formatInstant } from '#shared/domain/time-words.ts';
import { useChange } from '#web/api/changes.ts';
import { useRead } from '#web/api/hooks.ts';
import { sayFailed } from '#web/api/say-failed.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

const ago = (instant: string | null): string =>
  instant === null ? t('admin.backup.never') : formatInstant(currentLang(), instant);

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

/** One line below the dashboard: the version, the last backup and the last test restore. */
export function SystemLine() {
  const { data } = useRead(getBackupStatus);
  const start = useChange(startBackup, { untilRead: true });
  if (!data) return null;
  return (
    <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-3 text-small text-ink-2">
      <span>{t('admin.backup.version', { version: data.version })}</span>
      {data.isOn ? <OfBackups status={data} /> : <span>{t('admin.backup.off')}</span>}
      {data.isOn && (
        <Button
          kind="gho"
          busy={start.isPending || data.isRunning}
          busyLabel={t('admin.backup.running')}
          onClick={() =>
            start.mutate({}, { onError: (error) => sayFailed(t('admin.backup.startFailed'), error) })
          }
        >
          {t('admin.backup.start')}
        </Button>
      )}
    </footer>
  );
}

function OfBackups({ status: { backedUpAt, restoredAt } }: { status: BackupStatus }) {
  return (
    <>
      <span>{t('admin.backup.last', { when: ago(backedUpAt) })}</span>
      <span>{t('admin.backup.lastRestore', { when: ago(restoredAt) })}</span>
    </>
  );
}
