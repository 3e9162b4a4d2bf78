import { Download, FileText } from 'lucide-react';
import { askForCopy, type DataCopy, fetchCopy, ownCopy } from '#shared/contract/own/own-data.ts';
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
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { DeleteAccount } from './delete-account.tsx';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** The user's data at the clinic: download a copy, or delete the account. */
export function OwnDataCard({ lang, onDeleted }: { lang: Lang; onDeleted(): void }) {
  const copy = useRead(ownCopy);
  return (
    <Card as="section" aria-labelledby="own-data" className="grid gap-4 p-5 md:p-7">
      <h2 id="own-data" className="flex items-center gap-3 card-title">
        <FileText {...icon} size={22} className="flex-none text-accent" />
        {t('privacy.data.title')}
      </h2>
      {copy.data && <DataCopyStatus copy={copy.data} lang={lang} />}
      {copy.isError && !copy.data && <Notice kind="danger">{t('privacy.data.loadFailed')}</Notice>}
      {copy.isPending && (
        <LoadingRegion label={t('common.state.loading')}>
          <Skeleton className="h-20" />
        </LoadingRegion>
      )}
      <DeleteAccount lang={lang} onDeleted={onDeleted} />
    </Card>
  );
}

function DataCopyStatus({ copy: { state, until }, lang }: { copy: DataCopy; lang: Lang }) {
  const ask = useChange(askForCopy, { untilRead: true });
  const file = useMultiStepChange(async () => saveFile(await fetchFile(fetchCopy, {})));
  const again = state === 'ready' || state === 'failed';
  return (
    <div className="grid gap-3 md:grid-cols-[1fr_auto] md:items-start">
      <div className="grid gap-1">
        <h3 className="text-ui font-strong">{t('privacy.data.copy.title')}</h3>
        <p className="max-w-[60ch] text-small leading-[1.5] text-ink-2">{t('privacy.data.copy.text')}</p>
        <p role="status" className="num text-small leading-[1.5]">
          {state === 'making' && t('privacy.data.copy.making')}
          {state === 'failed' && t('privacy.data.copy.failed')}
          {state === 'ready' && until && t('privacy.data.copy.ready', { until: formatInstant(lang, until) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {state === 'ready' && (
          <Button
            size="sm"
            icon={<Download {...icon} />}
            busy={file.isPending}
            busyLabel={t('common.state.loading')}
            onClick={() =>
              file.mutate(undefined, {
                onError: (error) => showErrorToast(t('privacy.data.copy.fetchFailed'), error),
              })
            }
          >
            {t('privacy.data.copy.fetch')}
          </Button>
        )}
        {state !== 'making' && (
          <Button
            kind={again ? 'gho' : 'out'}
            size="sm"
            busy={ask.isPending}
            busyLabel={t('common.state.loading')}
            onClick={() =>
              ask.mutate({}, { onError: (error) => showErrorToast(t('privacy.data.copy.askFailed'), error) })
            }
          >
            {again ? t('privacy.data.copy.again') : t('privacy.data.copy.ask')}
          </Button>
        )}
      </div>
    </div>
  );
}
