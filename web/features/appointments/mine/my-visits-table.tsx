import { Fragment, type ReactNode } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { SharedNote } from '#shared/contract/clinical-notes.ts';
import { formatDate, formatTimeOf, formatWeekday } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { isMissed } from '#shared/domain/visits/appointment-status.ts';
import { StatusPill } from '#web/features/appointments/visit/status-pill.tsx';
import { joinWithComma, t } from '#web/i18n.ts';
import { cx } from '#web/ui/cx.ts';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '#web/ui/table.tsx';
import { MyVisitMenu } from './my-visit-trigger.tsx';
import {
  formatVisitNote,
  getVisitBranchName,
  getVisitServiceName,
  hasWrittenNote,
  type MyVisitsProps,
} from './my-visits.ts';
import { SharedNotes } from './shared-notes.tsx';

interface MyVisitsTableProps {
  label: string;
  props: MyVisitsProps;
  visits: readonly Appointment[];
  now: Date;
  /** Clinical notes that doctors share with the patient, newest first. */
  shared: readonly SharedNote[];
  /** Content about a missed appointment. */
  ofMissed(visit: Appointment): ReactNode;
  onMove(visit: Appointment): void;
  onCancel(visit: Appointment): void;
}

/** A table of the patient's appointments; cards on a phone. */
export function MyVisitsTable(table: MyVisitsTableProps) {
  const { label, props, visits, now, shared, ofMissed, onMove, onCancel } = table;
  const { lang } = props;
  const whatFor = (visit: Appointment) => [
    getVisitServiceName(props, visit),
    visit.doctor && doctorName(lang, visit.doctor),
  ];
  return (
    <Table label={label}>
      <TableHead>
        <TableHeading>{t('account.appointments.date')}</TableHeading>
        <TableHeading>{t('account.appointments.time')}</TableHeading>
        <TableHeading>{t('account.appointments.location')}</TableHeading>
        <TableHeading>{t('account.appointments.status')}</TableHeading>
        <TableHeading>{t('account.appointments.notes')}</TableHeading>
        <TableHeading>
          <span className="sr-only">{t('common.field.actions')}</span>
        </TableHeading>
      </TableHead>
      <TableBody>
        {visits.map((visit) => {
          const notes = shared.filter(({ appointmentId }) => appointmentId === visit.id);
          const missed = isMissed(visit.status);
          const more = notes.length > 0 || missed;
          return (
            <Fragment key={visit.id}>
              <TableRow className={cx(more && 'max-lg:rounded-b-none max-lg:border-b-0')}>
                <TableCell place="who">
                  <span className="num font-strong">{formatDate(lang, visit.appointmentDate)}</span>{' '}
                  <small className="text-xs text-ink-2 lg:block">
                    {formatWeekday(lang, visit.appointmentDate)}
                  </small>
                </TableCell>
                <TableCell place="meta" className="num whitespace-nowrap">
                  {formatTimeOf(lang, visit.appointmentDate, visit.appointmentTime)}
                </TableCell>
                <TableCell place="context">
                  <span className="lg:hidden">
                    {joinWithComma(getVisitBranchName(props, visit), ...whatFor(visit))}
                  </span>
                  <span className="max-lg:hidden">
                    {getVisitBranchName(props, visit)}
                    <small className="block text-xs text-ink-2">{joinWithComma(...whatFor(visit))}</small>
                  </span>
                </TableCell>
                <TableCell place="status">
                  <StatusPill status={visit.status} />
                  {visit.waitsForCall && (
                    <small className="mt-1 block text-xs text-ink-2">{t('booking.call.line')}</small>
                  )}
                </TableCell>
                <TableCell place={hasWrittenNote(visit) ? 'note' : 'desktop'} className="lg:max-w-64">
                  <span className="line-clamp-2 break-words" title={visit.notes || undefined} dir="auto">
                    {formatVisitNote(visit)}
                  </span>
                </TableCell>
                <TableCell place="actions">
                  <MyVisitMenu
                    visit={visit}
                    props={props}
                    now={now}
                    onMove={() => onMove(visit)}
                    onCancel={() => onCancel(visit)}
                  />
                </TableCell>
              </TableRow>
              {more && (
                <TableRow className="max-lg:-mt-[10px] max-lg:rounded-t-none! max-lg:border-t-0! max-lg:pt-0!">
                  <TableCell place="wide" colSpan={6} className="border-t-0! pt-0!">
                    <div className="grid gap-2">
                      {missed && ofMissed(visit)}
                      {notes.length > 0 && <SharedNotes lang={lang} notes={notes} />}
                    </div>
                  </TableCell>
                </TableRow>
              )}
            </Fragment>
          );
        })}
      </TableBody>
    </Table>
  );
}
