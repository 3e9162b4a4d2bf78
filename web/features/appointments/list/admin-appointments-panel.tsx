import { CalendarPlus, MessageSquareText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatTotal } from '#web/api/lists.ts';
import { useHasOnlySimilar } from '#web/api/similar-names.ts';
import { useLocationServiceNames } from '#web/features/appointments/visit/appointment-names.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Count } from '#web/ui/count.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SectionHeader } from '#web/ui/frame/page-header.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { lazyPreloaded } from '#web/ui/overlay/lazy-preloaded.tsx';
import { AppointmentList, formatVisitTotal } from './appointment-list.tsx';
import type { ListColumn } from './appointment-row.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { useConfirmAll } from './confirm-all.tsx';
import { EarlierDays, EmptyListActions } from './earlier-days.tsx';
import { FilterBar } from './filter-bar.tsx';
import { buildListQuery, defaultListFilters } from './list-filters.ts';
import { ListMenu } from './list-menu.tsx';
import type { RowActions } from './row-menu.tsx';
import { useAppointmentList } from './use-appointment-list.ts';
import { useEarlierDays } from './use-earlier-days.ts';
import { useListFilters } from './use-list-filters.ts';
import { type ListWidth, useListWidth } from './use-list-width.ts';
import { useRowSelection } from './use-row-selection.ts';

const ExportDialog = lazyPreloaded(() => import('./admin-export-dialog.tsx').then((m) => m.ExportDialog));
const PrintDayDialog = lazyPreloaded(() => import('./admin-print-dialog.tsx').then((m) => m.PrintDayDialog));

const allColumns: readonly ListColumn[] = [
  'appointmentId',
  'patient',
  'patientId',
  'location',
  'date',
  'time',
  'service',
  'status',
  'notes',
  'actions',
];
/** On a small screen the date is above its rows, and codes are in the panel of the appointment. */
const columnsByWidth: Record<ListWidth, readonly ListColumn[]> = {
  all: allColumns,
  most: ['patient', 'location', 'time', 'service', 'status', 'notes', 'actions'],
  card: ['patient', 'location', 'date', 'time', 'service', 'status', 'notes', 'actions'],
};

interface PanelProps {
  today: string;
  actions: RowActions;
  onAdd(): void;
  /** Writes to the patients of the appointments shown. */
  onWrite(shown: ReturnType<typeof buildListQuery>): void;
}

/**
 * All appointments of the clinic with search, selection, export and printing; the page provides the actions
 * of a row.
 */
export function AdminAppointmentsPanel({ today, actions, onAdd, onWrite }: PanelProps) {
  const names = useLocationServiceNames();
  const { filters, change } = useListFilters();
  const { fromToday, show: showEarlier } = useEarlierDays(filters, today);
  const query = useMemo(() => buildListQuery(filters, today, fromToday), [filters, today, fromToday]);
  const list = useAppointmentList(query, today);
  const selection = useRowSelection(list.rows);
  const [open, setOpen] = useState<'export' | 'print' | null>(null);
  const width = useListWidth();
  const close = () => setOpen(null);
  // Stable identity while the actions are the same, so that selecting a row renders no other row.
  const rowActions = useMemo<RowActions>(
    () => ({ ...actions, showLike: ({ id }) => change({ ...defaultListFilters, period: 'all', like: id }) }),
    [actions, change],
  );
  const confirmAll = useConfirmAll(query);
  const onlySimilar = useHasOnlySimilar(filters.q);
  return (
    <section aria-label={t('admin.appointments.title')} className="list-panel grid gap-4">
      <SectionHeader
        title={t('admin.appointments.title')}
        count={
          <>
            {list.total && <Count>{formatTotal(list.total)}</Count>}
            {fromToday && <EarlierDays onShow={showEarlier} className="max-lg:hidden" />}
          </>
        }
        actions={
          <>
            <Button
              size="sm"
              kind="out"
              icon={<MessageSquareText {...icon} />}
              onClick={() => onWrite(query)}
            >
              {t('staff.notice.open')}
            </Button>
            <ListMenu
              onConfirmAll={confirmAll.ask}
              phone={{ onEarlier: fromToday ? showEarlier : undefined }}
              onPrint={() => setOpen('print')}
              onExport={() => setOpen('export')}
            />
            <Button size="sm" icon={<CalendarPlus {...icon} />} onClick={onAdd} className="max-lg:hidden">
              {t('admin.appointments.add')}
            </Button>
          </>
        }
      />
      <FilterBar
        filters={filters}
        onChange={change}
        locations={names.locations}
        today={today}
        searchHint={t('admin.appointments.search')}
      />
      {onlySimilar && list.rows.length > 0 && <Notice live>{t('staff.find.onlySimilar')}</Notice>}
      {confirmAll.questions}
      <BulkBar selection={selection} role={actions.role} />
      <AppointmentList
        list={list}
        layout={width === 'card' ? 'table' : 'days'}
        columns={columnsByWidth[width]}
        actions={rowActions}
        today={today}
        selection={selection}
        emptyState={
          <EmptyState
            title={t('staff.appointments.emptyTitle')}
            action={<EmptyListActions filters={filters} onChange={change} />}
          >
            {t('staff.appointments.emptyText')}
          </EmptyState>
        }
      />
      {open === 'export' && (
        <ExportDialog query={query} total={formatVisitTotal(list.total)} onClose={close} />
      )}
      {open === 'print' && <PrintDayDialog today={today} locationId={filters.locationId} onClose={close} />}
    </section>
  );
}

const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;
