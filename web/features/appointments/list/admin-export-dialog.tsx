import { FileDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { getErrorMessage } from '#web/api/client.ts';
import { saveFile } from '#web/api/files/download.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { type ExportFormat, type ExportProgress, fetchExport } from './export-stream.ts';
import type { ListQuery } from './use-appointment-list.ts';

const noProgress: ExportProgress = { kilobytes: 0, rows: null, total: null };

interface ExportProps {
  query: ListQuery;
  /** Text with the number of appointments that the filters show. */
  total: string;
  onClose(): void;
}

/** Exports the filtered appointments as a file, with progress and cancellation. */
export function ExportDialog({ query, total, onClose }: ExportProps) {
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setProgress(noProgress);
    try {
      const file = await fetchExport(format, query, controller.signal, setProgress);
      saveFile(file);
      showToast({ kind: 'success', title: t('admin.export.done'), description: file.name });
      onClose();
    } catch (error) {
      if (controller.signal.aborted) return;
      setFailure(getErrorMessage(error, t('admin.export.failed')));
      setProgress(null);
    }
  }
  function cancel() {
    running.current?.abort();
    setProgress(null);
    showToast({ kind: 'info', title: t('admin.export.cancelled') });
  }
  return (
    <Dialog
      open
      title={t('admin.export.title')}
      description={`${t('admin.export.text')} ${total}`}
      closeLabel={t('common.action.close')}
      onClose={onClose}
      actions={
        progress === null ? (
          <>
            <Button kind="gho" onClick={onClose}>
              {t('common.action.cancel')}
            </Button>
            <Button
              icon={<FileDown size={20} strokeWidth={1.7} aria-hidden="true" />}
              onClick={() => void start()}
            >
              {t('common.action.export')}
            </Button>
          </>
        ) : (
          <Button kind="out" onClick={cancel}>
            {t('admin.export.cancel')}
          </Button>
        )
      }
    >
      {progress === null ? (
        <RadioCards
          name="export-format"
          label={t('admin.export.title')}
          value={format}
          onChange={(value) => setFormat(value as ExportFormat)}
          options={[
            { value: 'csv', label: t('admin.export.csv') },
            { value: 'xlsx', label: t('admin.export.xlsx') },
          ]}
        />
      ) : (
        <ExportProgressText {...progress} />
      )}
      {failure && (
        <Notice kind="danger" live>
          {failure}
        </Notice>
      )}
    </Dialog>
  );
}

/** Progress of the file: appointments if they can be counted, otherwise its size. */
function ExportProgressText({ kilobytes, rows, total }: ExportProgress) {
  const counted = rows !== null && total !== null;
  return (
    <div className="grid gap-3 py-2 text-ink-2">
      <p role="status" className="flex items-center gap-3">
        <Spinner />
        {t('admin.export.running')}
      </p>
      {counted && (
        <progress
          aria-label={t('admin.export.running')}
          value={Math.min(rows, total)}
          max={total}
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk [&::-moz-progress-bar]:bg-btn [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-btn"
        />
      )}
      {(counted || kilobytes > 0) && (
        <p className="num text-small">
          {counted
            ? t('admin.export.progress', { done: Math.min(rows, total), total })
            : t('admin.export.size', { n: kilobytes })}
        </p>
      )}
    </div>
  );
}
