import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { discardImport, getImport, type Import } from '#shared/contract/connections/imports.ts';
import { isWorkingState } from '#shared/domain/imports/verdicts.ts';
import { useChange } from '#web/api/changes.ts';
import { refetchSubjects, useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { AcceptedDoubts, ImportLineSummary } from './import-account.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportFiles } from './import-files.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportReady } from './import-ready.tsx';
import { ImportRows, RowsLeftAfterUndo } from './import-rows.tsx';
import { ImportSteps } from './import-steps.tsx';
import { FileReadingDialog } from './reading-dialog.tsx';
import { formatFileReading } from './reading-words.ts';

const importPollMs = 700;

/** Imports a file step by step; the address contains the file's id. */
export function ImportScreen() {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('file')) || null;
  const open = (next: number | null) => setParams(next === null ? {} : { file: String(next) });
  if (id === null)
    return (
      <>
        <ImportSteps state={null} />
        <ImportFiles onOpen={open} />
      </>
    );
  return <ImportDetail key={id} id={id} onLeave={() => open(null)} />;
}

function ImportDetail({ id, onLeave }: { id: number; onLeave(): void }) {
  const { data: file, error, refetch } = useRead(getImport, { params: { id } });
  const state = file?.state;
  useEffect(() => {
    if (!state) return undefined;
    // The cached rows belong to the earlier state.
    void refetchSubjects(['imports']);
    if (!isWorkingState(state)) return undefined;
    const looking = setInterval(() => void refetch(), importPollMs);
    return () => clearInterval(looking);
  }, [state, refetch]);
  if (error)
    return (
      <>
        <LoadFailed title={t('import.failed')} reason={error.message} onAgain={() => void refetch()} />
        <OtherFileButton onLeave={onLeave} />
      </>
    );
  if (!file)
    return (
      <LoadingRegion label={t('common.state.loading')}>
        <Skeleton className="h-40" />
      </LoadingRegion>
    );
  return (
    <>
      <p className="num -mt-2 text-small text-ink-2">{formatFileReading(file)}</p>
      <ImportSteps state={file.state} />
      <ImportStateView file={file} onLeave={onLeave} />
    </>
  );
}

const OtherFileButton = ({ onLeave }: { onLeave(): void }) => (
  <Button kind="out" className="justify-self-start" onClick={onLeave}>
    {t('import.again')}
  </Button>
);

function ImportStateView({ file, onLeave }: { file: Import; onLeave(): void }) {
  if (isWorkingState(file.state)) return <ImportProgress file={file} state={file.state} />;
  if (file.state === 'refused') return <RefusedImport file={file} onLeave={onLeave} />;
  if (file.state === 'checked')
    return (
      <>
        <ImportColumns file={file} onGone={onLeave} />
        <ImportLineSummary file={file} />
        <AcceptedDoubts file={file} />
        <ImportRows file={file} />
        <ImportReady file={file} />
      </>
    );
  return (
    <>
      {file.state === 'done' ? (
        <>
          <ImportDone file={file} />
          <ImportLineSummary file={file} />
        </>
      ) : (
        <Notice kind="info" live title={t('import.undone')}>
          {file.refusal !== null && <p>{file.refusal}</p>}
          <p>{file.left > 0 ? t('import.undone.kept', { n: file.left }) : t('import.undone.all')}</p>
        </Notice>
      )}
      {file.state === 'undone' && file.left > 0 && <RowsLeftAfterUndo file={file} />}
      <OtherFileButton onLeave={onLeave} />
    </>
  );
}

function RefusedImport({ file, onLeave }: { file: Import; onLeave(): void }) {
  const { mutate: discard, isPending } = useChange(discardImport);
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Notice kind="danger" live title={t('import.refused')}>
        {file.refusal}
      </Notice>
      {file.sheets.length > 1 && (
        <Button kind="pri" className="justify-self-start" onClick={() => setChoosing(true)}>
          {t('import.reading.another')}
        </Button>
      )}
      {choosing && <FileReadingDialog file={file} onClose={() => setChoosing(false)} />}
      <Button
        kind="out"
        className="justify-self-start"
        busy={isPending}
        onClick={() => discard({ params: { id: file.id } }, { onSuccess: onLeave })}
      >
        {t('import.again')}
      </Button>
    </>
  );
}
