import type { ReactNode } from 'react';
import { type Appointment, listUserAppointments } from '#shared/contract/appointments.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { formatDate, formatTime, formatWeekday } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { isUpcoming } from '#shared/domain/visits/appointment-status.ts';
import { listLoadedRows, useList } from '#web/api/lists.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LoadMore } from '#web/ui/list-end.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow, TwoLines } from '#web/ui/table.tsx';
import { useLocationServiceNames } from './appointment-names.ts';
import { StatusPill } from './status-pill.tsx';

interface PatientVisitsProps {
  patientId: number;
  now: Date;
  /** Opens the panel of an appointment. */
  onOpen(row: Appointment): void;
  /** The next appointment with all its actions. */
  next(row: Appointment): ReactNode;
}

/** A patient's next appointment, then all of them, newest first. */
export function PatientVisits({ patientId, now, onOpen, next }: PatientVisitsProps) {
  const list = useList(listUserAppointments, { params: { id: patientId }, query: { limit: 30 } });
  const clock = dayClock(now);
  if (list.isError && !list.data) return <Notice kind="danger">{t('staff.appointments.loadFailed')}</Notice>;
  if (!list.data) {
    return (
      <LoadingRegion label={t('staff.appointments.loading')} className="grid gap-3">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </LoadingRegion>
    );
  }
  const rows = listLoadedRows(list);
  if (rows.length === 0) return <p className="text-ui text-ink-2">{t('staff.file.noHistory')}</p>;
  const first = rows.findLast((row) => isUpcoming(row, clock));
  return (
    <>
      {first && (
        <section
          aria-label={t('staff.visit.next')}
          className="grid gap-3 rounded-card border border-line p-4"
        >
          <h3 className="text-body font-strong">{t('staff.visit.next')}</h3>
          {next(first)}
        </section>
      )}
      <Table label={t('staff.file.appointmentHistory')}>
        <TableHead>
          {(['date', 'time', 'location', 'service', 'status'] as const).map((column) => (
            <TableHeading key={column}>{t(`staff.column.${column}`)}</TableHeading>
          ))}
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <Row key={row.id} row={row} isNext={isUpcoming(row, clock)} onOpen={onOpen} />
          ))}
        </TableBody>
      </Table>
      <LoadMore list={list} />
    </>
  );
}

interface RowProps extends Pick<PatientVisitsProps, 'onOpen'> {
  row: Appointment;
  isNext: boolean;
}

function Row({ row, isNext, onOpen }: RowProps) {
  const lang = currentLang();
  const names = useLocationServiceNames();
  return (
    <TableRow>
      <TableCell place="meta">
        <button
          type="button"
          onClick={() => onOpen(row)}
          className="min-h-9 text-start underline underline-offset-4 hover:text-accent touch:min-h-tap"
        >
          <TwoLines
            first={formatDate(lang, row.appointmentDate)}
            second={formatWeekday(lang, row.appointmentDate)}
          />
        </button>
      </TableCell>
      <TableCell place="meta">
        <span className="num whitespace-nowrap">{formatTime(lang, row.appointmentTime)}</span>
      </TableCell>
      <TableCell>{names.location(row.locationId, row.locationName)}</TableCell>
      <TableCell>
        {names.service(row.service)}
        {row.doctor && <small className="block text-xs text-ink-2">{doctorName(lang, row.doctor)}</small>}
      </TableCell>
      <TableCell place="status">
        <span className="inline-flex flex-wrap items-center gap-1">
          <StatusPill status={row.status} />
          {isNext && <Badge>{t('staff.file.upcoming')}</Badge>}
        </span>
      </TableCell>
    </TableRow>
  );
}
