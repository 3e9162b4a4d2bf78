import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { listUsers, type User } from '#shared/contract/users.ts';
import { openAfterProof } from '#web/api/changes.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import { formatTotal, listEndProps, listLoadedRows, listTotal, useList } from '#web/api/lists.ts';
import { useHasOnlySimilar } from '#web/api/similar-names.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Count } from '#web/ui/count.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { DebouncedSearchInput } from '#web/ui/form/debounced-search-input.tsx';
import { SectionHeader } from '#web/ui/frame/page-header.tsx';
import { ListEnd } from '#web/ui/list-end.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { PatientDelete } from './admin-patient-delete.tsx';
import { type PatientActions, PatientsTable } from './admin-patients-table.tsx';

interface PanelProps extends Omit<PatientActions, 'onDelete'> {
  q: string;
  onSearch(q: string): void;
  onAdd(): void;
  /** Heading; the page may have another title. */
  title: string;
  /** On a phone, a floating button adds a patient. */
  addFloats?: boolean;
}

const pageSize = 50;
/** Roles listed: patients, and accounts that have lost a staff role. */
const listedRoles = 'patient,user';

const buildPatientListInput = (q: string) => ({
  query: {
    q: q || undefined,
    role: listedRoles,
    sort: q ? 'match' : 'name',
    limit: String(pageSize),
  } as const,
});
/** URL of the list without a search. */
export const buildFirstPatientsUrl = (): string => buildEndpointUrl(listUsers, buildPatientListInput(''));

/** Searches, lists and manages patients. */
export function AdminPatientsPanel({ q, onSearch, onAdd, title, addFloats, ...actions }: PanelProps) {
  const [leaving, setLeaving] = useState<User | null>(null);
  const list = useList(listUsers, buildPatientListInput(q));
  const rows = listLoadedRows(list);
  const onlySimilar = useHasOnlySimilar(q);
  return (
    <section aria-label={t('admin.patients.title')} className="grid gap-4">
      <SectionHeader
        title={title}
        count={list.data && <Count>{formatTotal(listTotal(list))}</Count>}
        actions={
          <Button
            size="sm"
            icon={<UserPlus size={20} strokeWidth={1.7} aria-hidden="true" />}
            onClick={onAdd}
            className={addFloats ? 'max-lg:hidden' : undefined}
          >
            {t('staff.newPatient.title')}
          </Button>
        }
      />
      <DebouncedSearchInput
        dense
        label={t('staff.patient.searchLabel')}
        clearLabel={t('common.action.clearSearch')}
        placeholder={t('admin.patients.search')}
        shortPlaceholder={t('staff.filter.searchShort')}
        value={q}
        onChange={onSearch}
      />
      {onlySimilar && rows.length > 0 && <Notice live>{t('staff.find.onlySimilar')}</Notice>}
      {list.isError && !list.data && (
        <LoadFailed title={t('admin.patients.loadFailed')} onAgain={() => void list.refetch()} />
      )}
      {list.isPending && <RowSkeletons />}
      {list.data && rows.length === 0 && (
        <EmptyState title={t('admin.patients.emptyTitle')}>{t('admin.patients.emptyText')}</EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <PatientsTable
            rows={rows}
            {...actions}
            {...(actions.onEdit
              ? { onDelete: (patient: User) => openAfterProof(() => setLeaving(patient)) }
              : {})}
          />
          <ListEnd {...listEndProps(list)} />
        </>
      )}
      {leaving && <PatientDelete patient={leaving} onClose={() => setLeaving(null)} />}
    </section>
  );
}

function RowSkeletons() {
  return (
    <LoadingRegion label={t('common.state.loading')} className="grid gap-2">
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} className="h-[60px] rounded-card!" />
      ))}
    </LoadingRegion>
  );
}
