import { CalendarClock, CalendarPlus, CircleX, EllipsisVertical, MapPin } from 'lucide-react';
import { type Appointment, appointmentCalendarFile } from '#shared/contract/appointments.ts';
import { formatDate, formatTime, formatVisit, formatWeekday } from '#shared/domain/time-words.ts';
import { addressOf } from '#web/api/client.ts';
import { StatusPill } from '#web/features/appointments/visit/status-pill.tsx';
import { t } from '#web/i18n.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuHeading, MenuItem, MenuRule } from '#web/ui/overlay/menu.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow, TwoLines } from '#web/ui/table.tsx';
import { branchName, changeability, type MyVisitsProps, noteText, serviceName } from './my-visits.ts';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

interface MyVisitsTableProps {
  label: string;
  props: MyVisitsProps;
  visits: readonly Appointment[];
  now: Date;
  onMove(visit: Appointment): void;
  onCancel(visit: Appointment): void;
}

export const calendarFileOf = (visit: Appointment): string =>
  addressOf(appointmentCalendarFile, { params: { id: visit.id } });

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
                  second={serviceName(props, visit)}
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
              <RowMenu
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

interface RowMenuProps {
  visit: Appointment;
  props: MyVisitsProps;
  now: Date;
  onMove(): void;
  onCancel(): void;
}

function RowMenu(row: RowMenuProps) {
  const { visit, props } = row;
  const name = formatVisit(props.lang, visit.appointmentDate, visit.appointmentTime);
  return (
    <Menu
      trigger={
        <IconButton label={t('common.action.actionsFor', { name })}>
          <EllipsisVertical size={20} strokeWidth={1.7} aria-hidden="true" />
        </IconButton>
      }
    >
      <RowItems {...row} />
    </Menu>
  );
}

/** What she can still do with a visit: reckoned once its menu is open. */
function RowItems({ visit, props, now, onMove, onCancel }: RowMenuProps) {
  const state = changeability(visit, props.cutoffHours, now);
  return (
    <>
      {state === 'too-late' && <MenuHeading>{t('account.appointments.tooLate')}</MenuHeading>}
      {state !== 'over' && (
        <MenuItem icon={<CalendarClock {...icon} />} disabled={state === 'too-late'} onSelect={onMove}>
          {t('account.appointments.reschedule')}
        </MenuItem>
      )}
      <MenuItem icon={<CalendarPlus {...icon} />} href={calendarFileOf(visit)}>
        {t('account.appointments.ics')}
      </MenuItem>
      {state !== 'over' && (
        <>
          <MenuRule />
          <MenuItem danger icon={<CircleX {...icon} />} disabled={state === 'too-late'} onSelect={onCancel}>
            {t('account.appointments.cancel')}
          </MenuItem>
        </>
      )}
    </>
  );
}
