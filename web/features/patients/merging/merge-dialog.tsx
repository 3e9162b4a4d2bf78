import { useState } from 'react';
import { type MergePreview, previewMerge } from '#shared/contract/own/merges.ts';
import { type FoundPatient, findPatients } from '#shared/contract/users.ts';
import { now as present } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import type { MergeDialogRequest } from '#web/islands/merge-dialog.ts';
import { Combobox } from '#web/ui/form/combobox.tsx';
import { useSettled } from '#web/ui/form/use-settled.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { PhoneOf } from '#web/ui/phone/phone-of.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { Comparison } from './comparison.tsx';

export interface MergeDialogProps extends MergeDialogRequest {
  /** An admin joins; anybody else of the staff proposes it. */
  mayJoin: boolean;
  onClose(): void;
}

/** Finds the other file, where it is not known, and shows both side by side. */
export function MergeDialog({ patient, otherId, mayJoin, onJoined, onClose }: MergeDialogProps) {
  const [chosen, choose] = useState(otherId ?? null);
  const query = { oneId: patient.id, otherId: chosen ?? 0 };
  const { data, isError } = useRead(previewMerge, chosen === null ? null : { query });
  if (data) return <Comparison preview={data as MergePreview} {...{ mayJoin, onJoined, onClose }} />;
  return (
    <Dialog
      open
      size="md"
      title={t('merge.title')}
      description={t('merge.text')}
      closeLabel={t('common.action.close')}
      onClose={onClose}
    >
      {isError && <Notice kind="danger">{t('merge.loadFailed')}</Notice>}
      {chosen === null && <FindOther except={patient.id} onChoose={choose} />}
      {chosen !== null && !isError && (
        <LoadingRegion label={t('common.state.loading')}>
          <Skeleton className="h-60" />
        </LoadingRegion>
      )}
    </Dialog>
  );
}

const mostFound = 8;

function FindOther({ except, onChoose }: { except: number; onChoose(id: number): void }) {
  const [query, setQuery] = useState('');
  const q = useSettled(query.trim());
  const { data, isFetching } = useRead(
    findPatients,
    { query: { q, limit: mostFound } },
    { keepPrevious: true, enabled: q !== '' },
  );
  const results = query.trim() === '' ? [] : (data ?? []).filter(({ id }) => id !== except);
  const pending = q !== query.trim() || isFetching;
  const message =
    query.trim() === '' || results.length > 0 ? undefined : t(pending ? 'merge.searching' : 'merge.none');
  return (
    <Combobox<FoundPatient>
      label={t('merge.find')}
      query={query}
      onQueryChange={setQuery}
      results={results}
      pending={pending}
      keyOf={({ id }) => String(id)}
      onChoose={({ id }) => onChoose(id)}
      {...(message ? { message } : {})}
      listLabel={t('merge.find')}
      placeholder={t('merge.findPlaceholder')}
      autoFocus
      render={({ name, phone, reach, reference }) => (
        <span className="min-w-0">
          <b className="block truncate text-small font-strong">
            <bdi>{name}</bdi>
          </b>
          <span className="num block text-xs">
            <bdi className="ltr">{reference}</bdi>{' '}
            {phone && <PhoneOf now={present()} phone={phone} reach={reach} plain />}
          </span>
        </span>
      )}
    />
  );
}
