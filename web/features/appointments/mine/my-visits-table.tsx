import { MapPin } from 'lucide-react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { formatDate, formatTime, formatWeekday } from '#shared/domain/time-words.ts';
import { StatusPill } from '#web/features/appointments/visit/status-pill.tsx';
import { joined, t } from '#web/i18n.ts';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow, TwoLines } from '#web/ui/table.tsx';
import { MyVisitMenu } from './my-visit-trigger.tsx';
import { branchName, type MyVisitsProps, noteText, serviceName } from './my-visits.ts';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

interface MyVisitsTableProps {
  label: string;
  props: MyVisitsProps;
  visits: readonly Appointment[];
  now: Date;
  onMove(visit: Appointment): void;
  onCancel(visit: Appointment): void;
}

/** Some of her visits; cards on a phone. */
export function MyVisitsTable({ label, props, visits, now, onMove, onCancel }: MyVisitsTableProps) {
  const { lang } = props;
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
        {visits.map((visit) => (
          <TableRow key={visit.id}>
            <TableCell place="who">
              <TwoLines
                first={formatDate(lang, visit.appointmentDate)}
                second={formatWeekday(lang, visit.appointmentDate)}
              />
            </TableCell>
            <TableCell place="meta" className="num whitespace-nowrap">
              {formatTime(lang, visit.appointmentTime)}
            </TableCell>
            <TableCell place="context">
              <span className="flex items-start gap-2">
                <MapPin {...icon} className="mt-[2px] text-ink-3 lg:hidden" />
                <TwoLines
                  first={branchName(props, visit)}
                  second={joined(serviceName(props, visit), visit.doctor && doctorName(lang, visit.doctor))}
                  strong={false}
                />
              </span>
            </TableCell>
            <TableCell place="status">
              <StatusPill status={visit.status} />
            </TableCell>
            <TableCell place={visit.notes === '' ? 'desktop' : 'note'} className="lg:max-w-64">
              <span className="line-clamp-2 break-words" title={visit.notes || undefined} dir="auto">
                {noteText(visit)}
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
        ))}
      </TableBody>
    </Table>
  );
}
