import { useState } from 'react';
import { type Import, stopImport } from '#shared/contract/connections/imports.ts';
import type { StateAtWork } from '#shared/domain/imports/verdicts.ts';
import { useChange } from '#web/api/changes.ts';
import { getErrorMessage } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { formatNumberInLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';

const progressTexts: Record<StateAtWork, `import.${'checking' | 'running' | 'stopping' | 'undoing'}`> = {
  reading: 'import.checking',
  checking: 'import.checking',
  running: 'import.running',
  stopping: 'import.stopping',
  undoing: 'import.undoing',
};

/** Estimated seconds left, from the progress since this page was opened. */
function useSecondsLeft(done: number, all: number): number | null {
  const [first] = useState(() => ({ at: now().getTime(), done }));
  const since = done - first.done;
  if (since <= 0 || done >= all) return null;
  return Math.max(1, Math.round(((now().getTime() - first.at) / since) * ((all - done) / 1000)));
}

/** Progress of the server's work on the file. */
export function ImportProgress({ file, state }: { file: Import; state: StateAtWork }) {
  const { mutate: stop, isPending, error } = useChange(stopImport, { untilRead: true });
  const { counts, progress } = file;
  const ready = counts.new + counts.same;
  const all = state === 'running' || state === 'undoing' || state === 'stopping' ? ready : file.total;
  const done = Math.min(progress, all);
  const percent = all === 0 ? 0 : Math.floor((done / all) * 100);
  const seconds = useSecondsLeft(done, all);
  const counted = state === 'running' || state === 'checking';
  return (
    <Card as="section" className="grid gap-3 p-6">
      <p role="status" className="text-small text-ink-2">
        {t(progressTexts[state])}
      </p>
      {counted && (
        <b className="display num text-[2.25rem] leading-[1.1]">
          {t('import.running.of', { done: formatNumberInLang(done), all: formatNumberInLang(all) })}
        </b>
      )}
      <div
        role="progressbar"
        aria-label={t(progressTexts[state])}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={counted ? percent : undefined}
        aria-valuetext={counted ? t('import.percent', { n: percent }) : undefined}
        className="h-[14px] overflow-hidden rounded-full border border-line bg-sunk forced-colors:border-[CanvasText]"
      >
        <span
          className="block h-full rounded-full bg-btn forced-colors:bg-[Highlight]"
          style={{ inlineSize: `${counted ? percent : 100}%` }}
        />
      </div>
      {state === 'running' && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="num me-auto text-small text-ink-2">
            {seconds !== null && `${t('import.running.left', { n: seconds })}. `}
            {t('import.running.allOrNone')}
          </p>
          <Button kind="out" busy={isPending} onClick={() => stop({ params: { id: file.id } })}>
            {t('import.stop')}
          </Button>
        </div>
      )}
      {error && (
        <Notice kind="danger" live title={t('import.failed')}>
          {getErrorMessage(error, t('error.unknown'))}
        </Notice>
      )}
    </Card>
  );
}
