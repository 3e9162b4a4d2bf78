import { useState } from 'react';
import { type MergePreview, previewMerge } from '#shared/contract/own/merges.ts';
import { useRead } from '#web/api/hooks.ts';
import type { MergeDialogRequest } from '#web/features/patients/merging/open-merge-dialog.ts';
import { PatientSearch } from '#web/features/patients/patient-search.tsx';
import { t } from '#web/i18n.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { Comparison } from './comparison.tsx';

export interface MergeDialogProps extends MergeDialogRequest {
  /** True for admins, who merge; other staff only propose a merge. */
  mayJoin: boolean;
  onClose(): void;
}

/** Searches for the other file, unless it is given, and shows both side by side. */
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
      {chosen === null && <OtherFileSearch except={patient.id} onChoose={choose} />}
      {chosen !== null && !isError && (
        <LoadingRegion label={t('common.state.loading')}>
          <Skeleton className="h-60" />
        </LoadingRegion>
      )}
    </Dialog>
  );
}

function OtherFileSearch({ except, onChoose }: { except: number; onChoose(id: number): void }) {
  const [query, setQuery] = useState('');
  return (
    <PatientSearch
      label={t('merge.find')}
      placeholder={t('merge.findPlaceholder')}
      autoFocus
      query={query}
      onQueryChange={setQuery}
      except={except}
      onPick={({ id }) => onChoose(id)}
    />
  );
}
