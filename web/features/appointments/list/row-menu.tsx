import { Fingerprint, NotebookPen, PanelRight, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import type { Role } from '#shared/domain/people/roles.ts';
import {
  type AppointmentStatus,
  canSet,
  isCancelledStatus,
  isMissed,
  isTooEarly,
  listStatusChoices,
} from '#shared/domain/visits/appointment-status.ts';
import { now } from '#web/api/clock.ts';
import type { NotesMode } from '#web/features/appointments/notes/note-merge.ts';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import { statusIcons } from '#web/features/appointments/visit/status-pill.tsx';
import { joinWithComma, t } from '#web/i18n.ts';
import { MoreButton } from '#web/ui/more-button.tsx';
import { Menu, MenuItem, MenuRule } from '#web/ui/overlay/menu.tsx';

/** Actions of an appointment in its row; the page implements them. */
export interface RowActions {
  role: Role;
  notes: NotesMode;
  setStatus(row: Appointment, status: AppointmentStatus): void;
  editNotes(row: Appointment): void;
  /** Opens the editor on the clinical note; doctors only. */
  writeClinical?(row: Appointment): void;
  /** Alerts beside a patient's name, for users with permission. */
  alerts(patientId: number, brief?: 'brief'): ReactNode;
  /** Whether the patient has checked in. */
  useIsHere(row: Appointment): boolean;
  /** Opens the panel of the appointment. */
  open(row: Pick<Appointment, 'id'>): void;
  /** Shows the bookings by the same patient or network as this one; present where rows can be selected. */
  showLike?(row: Appointment): void;
  /** Admins only. */
  remove?(row: Appointment): void;
}

const look = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

interface RowMenuProps {
  row: Appointment;
  actions: RowActions;
  /** Another row's note is being written; only one note can be open at a time. */
  noteElsewhere: boolean;
}

/** Menu button of a row. */
export function RowMenu(props: RowMenuProps) {
  const { row } = props;
  return (
    <Menu
      trigger={<MoreButton name={formatPatientName(row.patient)} data-row-menu={row.id} className="-my-1" />}
    >
      <RowItems {...props} />
    </Menu>
  );
}

/** Items of the menu: computed when it opens, not for every row of a list. */
function RowItems({ row, actions, noteElsewhere }: RowMenuProps) {
  const clock = dayClock(now());
  const isHere = actions.useIsHere(row);
  return (
    <>
      <MenuItem icon={<PanelRight {...look} />} onSelect={() => actions.open(row)}>
        {t('staff.visit.title')}
      </MenuItem>
      <MenuItem
        icon={<NotebookPen {...look} />}
        disabled={noteElsewhere}
        onSelect={() => actions.editNotes(row)}
      >
        {t(actions.notes === 'append' ? 'staff.row.addNotes' : 'staff.row.editNotes')}
        {noteElsewhere && <span className="sr-only">{joinWithComma('', t('staff.row.otherNoteOpen'))}</span>}
      </MenuItem>
      {actions.showLike && (
        <MenuItem icon={<Fingerprint {...look} />} onSelect={() => actions.showLike?.(row)}>
          {t('staff.row.like')}
        </MenuItem>
      )}
      <MenuRule />
      {listStatusChoices(actions.role).map((status) => {
        const Icon = statusIcons[status];
        const isCurrent = row.status === status;
        return (
          <MenuItem
            key={status}
            icon={<Icon {...look} />}
            danger={isCancelledStatus(status) && !isCurrent}
            disabled={
              !canSet(actions.role, row.status, status) ||
              isTooEarly(status, row, clock, isHere) ||
              (isMissed(status) && isHere)
            }
            onSelect={() => actions.setStatus(row, status)}
          >
            {t(`staff.act.${status}`)}
            {isCurrent && <span className="sr-only">{joinWithComma('', t('staff.row.currentStatus'))}</span>}
          </MenuItem>
        );
      })}
      {actions.remove && (
        <>
          <MenuRule />
          <MenuItem danger icon={<Trash2 {...look} />} onSelect={() => actions.remove?.(row)}>
            {t('staff.row.delete')}
          </MenuItem>
        </>
      )}
    </>
  );
}
