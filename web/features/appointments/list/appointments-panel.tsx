import { MessageSquareText, Plus, UserPlus } from 'lucide-react';
import { useRef } from 'react';
import { formatTotal } from '#web/api/lists.ts';
import type { DoctorScope } from '#web/api/own/doctor-scope.ts';
import { useHasOnlySimilar } from '#web/api/similar-names.ts';
import { useLocationServiceNames } from '#web/features/appointments/visit/appointment-names.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Count } from '#web/ui/count.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SectionHeader } from '#web/ui/frame/page-header.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { AppointmentList } from './appointment-list.tsx';
import type { ListColumn } from './appointment-row.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { useConfirmAll } from './confirm-all.tsx';
import { EarlierDays, EmptyListActions } from './earlier-days.tsx';
import { FilterBar } from './filter-bar.tsx';
import { buildListQuery } from './list-filters.ts';
import { ListMenu } from './list-menu.tsx';
import type { RowActions } from './row-menu.tsx';
import { useAppointmentList } from './use-appointment-list.ts';
import { useEarlierDays } from './use-earlier-days.ts';
import { useListFilters } from './use-list-filters.ts';
import { useRowSelection } from './use-row-selection.ts';
import { useScrollListTop } from './use-start-at-top.ts';

/** Columns of the doctor's list. */
export const doctorListColumns: readonly ListColumn[] = [
  'patient',
  'location',
  'time',
  'service',
  'status',
  'notes',
  'actions',
];

interface AppointmentsPanelProps {
  today: string;
  actions: RowActions;
  /**
   * Restricts the list to one doctor, and the control that chooses it; without it all appointments are shown.
   */
  whose?: DoctorScope;
  onAddPatient(): void;
  /** Writes to the patients of the appointments shown; absent without permission. */
  onWrite?: (shown: ReturnType<typeof buildListQuery>) => void;
  onAddAppointment(locationId: number | null): void;
}

/** All appointments of the clinic, by day. */
export function AppointmentsPanel({
  today,
  actions,
  whose,
  onAddPatient,
  onWrite,
  onAddAppointment,
}: AppointmentsPanelProps) {
  const { filters, change } = useListFilters();
  const { locations } = useLocationServiceNames();
  const doctorId = whose?.doctorId ?? undefined;
  const { fromToday, show: showEarlier } = useEarlierDays(filters, today);
  const query = { ...buildListQuery(filters, today, fromToday), doctorId };
  const list = useAppointmentList(query, today, whose?.isKnown);
  const selection = useRowSelection(list.rows);
  const panel = useRef<HTMLElement>(null);
  const confirmAll = useConfirmAll(query);
  const onlySimilar = useHasOnlySimilar(filters.q);
  useScrollListTop(list, JSON.stringify({ ...filters, doctorId }), panel);
  return (
    <section
      ref={panel}
      aria-label={t('staff.appointments.title')}
      className="list-panel grid gap-3 max-lg:scroll-mt-20 lg:gap-[18px]"
    >
      <SectionHeader
        title={t(doctorId ? 'staff.whose.title' : 'staff.appointments.title')}
        count={
          <>
            {list.total && <Count>{formatTotal(list.total)}</Count>}
            {fromToday && <EarlierDays onShow={showEarlier} className="max-lg:hidden" />}
          </>
        }
        actions={
          <>
            {whose?.choice}
            {onWrite && (
              <Button
                kind="out"
                size="sm"
                icon={<MessageSquareText {...icon} />}
                onClick={() => onWrite(query)}
                className="max-lg:hidden"
              >
                {t('staff.notice.open')}
              </Button>
            )}
            <ListMenu
              onConfirmAll={confirmAll.ask}
              phone={{
                onEarlier: fromToday ? showEarlier : undefined,
                onWrite: onWrite && (() => onWrite(query)),
                onAddPatient,
              }}
            />
            <Button
              kind="out"
              size="sm"
              icon={<UserPlus {...icon} />}
              onClick={onAddPatient}
              className="max-lg:hidden"
            >
              {t('staff.appointments.addPatient')}
            </Button>
            <Button size="sm" icon={<Plus {...icon} />} onClick={() => onAddAppointment(filters.locationId)}>
              {t('staff.appointments.addAppointment')}
            </Button>
          </>
        }
      />
      <FilterBar filters={filters} onChange={change} locations={locations} today={today} />
      {onlySimilar && list.rows.length > 0 && <Notice live>{t('staff.find.onlySimilar')}</Notice>}
      {confirmAll.questions}
      <BulkBar selection={selection} role={actions.role} />
      <AppointmentList
        list={list}
        layout="days"
        columns={doctorListColumns}
        actions={actions}
        today={today}
        selection={selection}
        emptyState={
          <EmptyState
            title={t(doctorId ? 'staff.whose.emptyTitle' : 'staff.appointments.emptyTitle')}
            action={<EmptyListActions filters={filters} onChange={change} />}
          >
            {t(doctorId ? 'staff.whose.emptyText' : 'staff.appointments.emptyText')}
          </EmptyState>
        }
      />
    </section>
  );
}

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;
