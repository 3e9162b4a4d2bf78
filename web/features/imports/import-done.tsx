import { Download, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type Import, importReport, undoImport } from '#shared/contract/connections/imports.ts';
import { useChange, useMultiStepChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { fetchFile, saveFile } from '#web/api/files/download.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';

export const countSkippedRows = ({ counts, left }: Import): number => counts.doubtful + counts.wrong + left;

/** Downloads the account of the lines, and the skipped rows with what to correct. */
export function ReportButton({ file }: { file: Import }) {
  const report = useMultiStepChange(async () =>
    saveFile(await fetchFile(importReport, { params: { id: file.id } })),
  );
  const n = countSkippedRows(file);
  const onError = (error: Error) => showErrorToast(t('import.failed'), error);
  return (
    <Button
      kind="out"
      icon={<Download size={18} strokeWidth={1.7} aria-hidden="true" />}
      busy={report.isPending}
      busyLabel={t('common.state.loading')}
      onClick={() => report.mutate(undefined, { onError })}
    >
      {n === 0 ? t('import.download.report') : t('import.download', { n })}
    </Button>
  );
}

/** Imported and skipped rows, and a button that undoes the import. */
export function ImportDone({ file }: { file: Import }) {
  const { mutate: undo, isPending, error } = useChange(undoImport, { untilRead: true });
  const [asking, setAsking] = useState(false);
  const rows = file.counts.new + file.counts.same - file.left;
  return (
    <>
      <Notice
        kind={file.refusal === null ? 'success' : 'danger'}
        live
        title={file.refusal === null ? t('import.done.rows', { n: rows }) : t('import.undo.stopped')}
      >
        {file.refusal !== null && <p>{file.refusal}</p>}
        <p className="num">
          {joinWithComma(
            t('import.done.patients', { n: file.patients }),
            t('import.done.visits', { n: file.visits }),
          )}
        </p>
        <p>{t('import.done.silent')}</p>
        {file.left > 0 && <p>{t('import.done.left', { n: file.left })}</p>}
        <div className="mt-3 flex flex-wrap gap-2">
          <ReportButton file={file} />
          <ButtonLink kind="out" href="/admin/patients">
            {t('import.done.see')}
          </ButtonLink>
        </div>
      </Notice>
      <Card
        as="section"
        className="grid items-center gap-x-5 gap-y-3 p-6 text-ui sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <div>
          <h2 className="text-[1.25rem] arabic:text-[1.5rem]">{t('import.undo.title')}</h2>
          <p className="mt-1 max-w-[60ch] text-small leading-[1.55] text-ink-2">{t('import.undo.text')}</p>
        </div>
        <Button
          kind="dan"
          icon={<Undo2 size={18} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          {t('import.undo')}
        </Button>
        {error && (
          <Notice kind="danger" live title={t('import.failed')} className="sm:col-span-2">
            {getErrorMessage(error, t('error.unknown'))}
          </Notice>
        )}
      </Card>
      <ConfirmDialog
        open={asking}
        title={t('import.undo.ask')}
        description={t('import.undo.sure', { n: rows })}
        safeLabel={t('common.action.cancel')}
        confirmLabel={t('import.undo')}
        busy={isPending}
        closeLabel={t('common.action.close')}
        onCancel={() => setAsking(false)}
        onConfirm={() => undo({ params: { id: file.id } }, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}
