import { Upload } from 'lucide-react';
import { type Import, runImport } from '#shared/contract/connections/imports.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { RootMark } from '#web/ui/frame/root-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { countSkippedRows, ReportButton } from './import-done.tsx';

/** Number of rows that are ready, the guarantees and the import button; stays visible. */
export function ImportReady({ file }: { file: Import }) {
  const { mutate: run, isPending, error } = useChange(runImport, { untilRead: true });
  const n = file.counts.new + file.counts.same;
  const out = countSkippedRows(file);
  return (
    <section className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-[14px] gap-y-[10px] rounded-t-[18px] border border-line-2 bg-surface px-[18px] py-[14px] shadow-pop max-lg:*:[a]:flex-auto max-lg:*:[button]:flex-auto">
      <RootMark of="foot-bar" />
      {error && (
        <Notice kind="danger" live title={t('import.failed')} className="w-full">
          {getErrorMessage(error, t('error.unknown'))}
        </Notice>
      )}
      <div className="me-auto max-w-[64ch] text-small leading-[1.5] text-ink-2">
        <b className="num block text-ui font-strong text-ink">
          {t('import.ready', { n })} {out > 0 && t('import.notReady', { n: out })}
        </b>
        <p className="max-sm:hidden">{t('import.promise')}</p>
      </div>
      {out > 0 && <ReportButton file={file} />}
      <Button
        disabled={n === 0}
        busy={isPending}
        icon={<Upload size={18} strokeWidth={1.7} aria-hidden="true" />}
        onClick={() => run({ params: { id: file.id } })}
      >
        {t('import.run', { n })}
      </Button>
    </section>
  );
}
