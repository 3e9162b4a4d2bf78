import { Download, PackageOpen } from 'lucide-react';
import {
  askToMoveOut,
  currentMoving,
  fetchMoving,
  type Moving,
} from '#shared/contract/connections/moving.ts';
import { formatInstant } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { useChange, useMultiStepChange } from '#web/api/changes.ts';
import { showErrorToast } from '#web/api/error-toast.ts';
import { fetchFile, saveFile } from '#web/api/files/download.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Export of all data of the clinic as files, prepared in the background and available for a day. */
export function MovingCard({ lang }: { lang: Lang }) {
  const { data, isError } = useRead(currentMoving);
  return (
    <Card as="section" aria-labelledby="moving" className="grid max-w-[860px] gap-4 p-5 md:p-6">
      <div>
        <h2 id="moving" className="card-title">
          {t('moving.title')}
        </h2>
        <p className="mt-1 max-w-[70ch] text-small text-ink-2">{t('moving.text')}</p>
      </div>
      {isError && !data && <Notice kind="danger">{t('moving.loadFailed')}</Notice>}
      {data?.allowed === false && <p className="text-ui">{t('moving.notYours')}</p>}
      {data?.allowed && <Files moving={data} lang={lang} />}
    </Card>
  );
}

function formatExportState({ state, tries, until, bytes }: Moving, lang: Lang): string | null {
  if (state === 'making') return tries > 1 ? t('moving.makingAgain', { n: tries }) : t('moving.making');
  if (state === 'failed') return t('moving.failed');
  if (state !== 'ready' || until === null) return null;
  return t('moving.ready', { n: Math.ceil((bytes ?? 0) / 1e6), until: formatInstant(lang, until) });
}

function Files({ moving, lang }: { moving: Moving; lang: Lang }) {
  const { state } = moving;
  const ask = useChange(askToMoveOut, { untilRead: true });
  const file = useMultiStepChange(async () => saveFile(await fetchFile(fetchMoving, {})));
  const again = state === 'ready' || state === 'failed';
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p className="max-w-[70ch] text-small text-ink-2">{t('moving.care')}</p>
      <p role="status" className="num text-ui">
        {formatExportState(moving, lang)}
      </p>
      <div className="flex flex-wrap gap-2">
        {state === 'ready' && (
          <Button
            className="max-sm:w-full"
            icon={<Download {...icon} />}
            busy={file.isPending}
            busyLabel={t('common.state.loading')}
            onClick={() =>
              file.mutate(undefined, { onError: (error) => showErrorToast(t('moving.fetchFailed'), error) })
            }
          >
            {t('moving.fetch')}
          </Button>
        )}
        {state !== 'making' && (
          <Button
            kind={again ? 'gho' : 'out'}
            className="max-sm:w-full"
            icon={again ? undefined : <PackageOpen {...icon} />}
            busy={ask.isPending}
            busyLabel={t('common.state.loading')}
            onClick={() =>
              ask.mutate({}, { onError: (error) => showErrorToast(t('moving.askFailed'), error) })
            }
          >
            {t(again ? 'moving.again' : 'moving.ask')}
          </Button>
        )}
      </div>
    </div>
  );
}
