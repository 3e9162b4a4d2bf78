import { Check, FileText, MapPin, MessageCircleOff, PenLine } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { listStandingDisplaced } from '#shared/contract/disruptions.ts';
import { isAfterMidnight } from '#shared/domain/clinic-time.ts';
import { formatClock, formatDate, formatWeekday, nextDay } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { listWrittenNotes } from '#shared/domain/visits/appointment-notes.ts';
import { now as present } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { NoteEditor } from '#web/features/appointments/notes/note-editor.tsx';
import {
  formatPatientName,
  type LocationServiceNames,
} from '#web/features/appointments/visit/appointment-names.ts';
import { StatusPill } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';
import { TableCell, TableRow, TwoLines } from '#web/ui/table.tsx';
import { SelectRowCell } from './row-choice.tsx';
import { type RowActions, RowMenu } from './row-menu.tsx';
import type { RowSelectionState } from './use-row-selection.ts';

/** Columns of a list, in order. */
export type ListColumn =
  | 'appointmentId'
  | 'patient'
  | 'patientId'
  | 'location'
  | 'date'
  | 'time'
  | 'service'
  | 'status'
  | 'notes'
  | 'actions';

export interface RowProps {
  row: Appointment;
  columns: readonly ListColumn[];
  names: LocationServiceNames;
  actions: RowActions;
  /** Whether the open note belongs to this appointment, to another one, or no note is open. */
  note: 'here' | 'elsewhere' | 'none';
  /** The appointment as it was when its note was opened. */
  held: Appointment | null;
  /** False if the row is only kept because its note is open. */
  listed: boolean;
  /** Notes are below the row, and its buttons are together at its end. */
  notesBelow: boolean;
  /** Shows the date: under a date heading only the first row does. */
  dated: boolean;
  /** Selection state of the row, if rows can be selected. */
  choice?: RowSelectionState;
  onChoose?(id: number): void;
}

/** One appointment: a row of the table or a card on a phone, with the editor of its note below. */
export const AppointmentRow = memo(function AppointmentRow(props: RowProps) {
  const { row, columns, actions, note, held, listed, choice, onChoose } = props;
  const open = note === 'here' && held !== null;
  return (
    <>
      <TableRow
        on={open}
        data-appointment={row.id}
        className={cx(open && 'max-lg:rounded-b-none max-lg:border-b-0')}
      >
        {choice && onChoose && <SelectRowCell row={row} choice={choice} onChoose={onChoose} />}
        {columns.map((column) => (
          <Cell key={column} column={column} {...props} />
        ))}
      </TableRow>
      {open && (
        <TableRow on className="max-lg:-mt-[10px] max-lg:rounded-t-none! max-lg:border-t-0! max-lg:pt-0!">
          <TableCell place="wide" colSpan={columns.length + (choice ? 1 : 0)} className="border-t-0! pt-0!">
            <NoteEditor seen={held} fresh={listed ? row : undefined} mode={actions.notes} />
          </TableCell>
        </TableRow>
      )}
    </>
  );
});

function Cell({ column, row, names, actions, note, notesBelow, dated }: RowProps & { column: ListColumn }) {
  const lang = currentLang();
  switch (column) {
    case 'appointmentId':
      return (
        <TableCell place="context">
          <span className="ltr num text-xs whitespace-nowrap text-ink-2">{row.reference}</span>
        </TableCell>
      );
    case 'patient':
      return (
        <TableCell place="who">
          <PatientCell row={row} actions={actions} />
        </TableCell>
      );
    case 'patientId':
      return (
        <TableCell place="context">
          <span className="ltr num text-xs whitespace-nowrap text-ink-2">
            {referenceCode(row.reference.replace(/-\d+$/, ''), row.userId)}
          </span>
        </TableCell>
      );
    case 'location':
      return (
        <TableCell place="context">
          <WithIcon icon={<MapPin {...small} />}>{names.location(row.locationId, row.locationName)}</WithIcon>
        </TableCell>
      );
    case 'date':
      return (
        <TableCell place="meta">
          <TwoLines
            className={dated ? undefined : 'sr-only'}
            strong={false}
            first={<span className="whitespace-nowrap">{formatDate(lang, row.appointmentDate)}</span>}
            second={formatWeekday(lang, row.appointmentDate)}
          />
        </TableCell>
      );
    case 'time':
      return (
        <TableCell place="meta">
          <b className="num font-strong whitespace-nowrap">{formatClock(lang, row.appointmentTime)}</b>
          {isAfterMidnight(row.appointmentTime) && (
            <span className="text-xs text-ink-2 max-lg:ms-1 lg:block">({nextDay[lang]})</span>
          )}
        </TableCell>
      );
    case 'service':
      return (
        <TableCell place="context">
          <WithIcon icon={<FileText {...small} />}>
            {names.service(row.service)}
            {row.doctor && <small className="block text-xs text-ink-2">{doctorName(lang, row.doctor)}</small>}
          </WithIcon>
        </TableCell>
      );
    case 'status':
      return (
        <TableCell place="status">
          <StatusPill status={row.status} />
          <Displaced id={row.id} />
          {row.overbooked && (
            <Badge className="whitespace-nowrap lg:ms-1">{t('staff.appointments.overbooked')}</Badge>
          )}
          {row.status === 'pending' && <ConfirmButton row={row} actions={actions} className="lg:hidden" />}
        </TableCell>
      );
    case 'notes':
      return (
        <TableCell place="note" data-empty={listWrittenNotes(row.notes) === '' || undefined}>
          <div className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              <Notes text={listWrittenNotes(row.notes)} />
            </div>
            {!notesBelow && <NoteButton row={row} actions={actions} note={note} />}
          </div>
        </TableCell>
      );
    case 'actions':
      return (
        <TableCell place="actions">
          <span className="flex items-center justify-end gap-1">
            {row.status === 'pending' && (
              <ConfirmButton row={row} actions={actions} className="max-lg:hidden" />
            )}
            {notesBelow && <NoteButton row={row} actions={actions} note={note} />}
            <RowMenu row={row} actions={actions} noteElsewhere={note === 'elsewhere'} />
          </span>
        </TableCell>
      );
  }
}

/** Label of an appointment whose doctor is absent or whose branch is closed, until it is moved. */
function Displaced({ id }: Pick<Appointment, 'id'>) {
  const { data: displaced } = useRead(listStandingDisplaced);
  if (!displaced?.includes(id)) return null;
  return (
    <span className="max-lg:ms-2 lg:mt-1 lg:block">
      <Badge>{t('staff.appointments.displaced')}</Badge>
    </span>
  );
}

interface RowButtonProps extends Pick<RowProps, 'row' | 'actions'> {
  className?: string;
}

/** Confirms an online booking with one press. */
function ConfirmButton({ row, actions, className }: RowButtonProps) {
  return (
    <Button
      kind="out"
      size="sm"
      aria-label={t('staff.row.confirm', { name: formatPatientName(row.patient) })}
      className={cx('px-[10px]! text-tone-info', className)}
      icon={<Check size={16} strokeWidth={2} aria-hidden="true" />}
      onClick={() => actions.setStatus(row, 'confirmed')}
    >
      {t('staff.act.confirmed')}
    </Button>
  );
}

/** Opens the clinical note; doctors only. */
function NoteButton({ row, actions, note }: Pick<RowProps, 'row' | 'actions' | 'note'>) {
  if (!actions.writeClinical) return null;
  return (
    <Button
      kind="gho"
      size="sm"
      aria-label={t('staff.note.write', { name: formatPatientName(row.patient) })}
      className="-my-2 flex-none px-[10px]! touch:-my-3"
      disabled={note !== 'none'}
      icon={<PenLine size={16} strokeWidth={1.7} aria-hidden="true" />}
      onClick={() => actions.writeClinical?.(row)}
    >
      {t('staff.row.note')}
    </Button>
  );
}

const small = {
  size: 16,
  strokeWidth: 1.7,
  'aria-hidden': true,
  className: 'mt-[3px] flex-none text-ink-3 lg:hidden',
} as const;

/** On a card the icon replaces the heading of the column. */
function WithIcon({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="flex items-start gap-2 leading-[1.45]">
      {icon}
      <span className="min-w-0">{children}</span>
    </span>
  );
}

function PatientCell({ row, actions }: { row: Appointment; actions: RowActions }) {
  const name = formatPatientName(row.patient);
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} className="lg:max-2xl:hidden" />
      <span className="min-w-0">
        <button
          type="button"
          aria-label={t('staff.visit.open', { name })}
          onClick={() => actions.open(row)}
          className="-my-[6px] block max-w-full py-[6px] text-start leading-[1.35] font-strong underline-offset-4 wrap-anywhere hover:text-accent hover:underline touch:-my-3 touch:py-3"
        >
          {name}
        </button>
        <small className="flex flex-wrap items-center gap-x-2 text-xs leading-[1.4] text-ink-2">
          <PatientPhone now={present()} phone={row.patient.phone} reach={row.patient.reach} plain />
          {row.patient.unreachable && <UnreachableMark />}
        </small>
        {row.waitsForCall && <Badge>{t('staff.missed.callFirst')}</Badge>}
        {actions.alerts(row.userId)}
      </span>
    </span>
  );
}

/** An icon in the table, so that the row does not get another line; text on a card. */
function UnreachableMark() {
  return (
    <span title={t('staff.cell.unreachable')}>
      <MessageCircleOff
        size={15}
        strokeWidth={1.9}
        aria-hidden="true"
        className="text-accent max-lg:hidden"
      />
      <Badge className="lg:sr-only">{t('staff.cell.unreachable')}</Badge>
    </span>
  );
}

/** Longer notes take more than two lines in a narrow column. */
const longNoteLength = 20;

/** The newest line of a note, at most two text lines; the rest on request. */
function Notes({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  if (text === '') return <span className="text-ink-3">{t('staff.cell.noNotes')}</span>;
  const long = text.length > longNoteLength || text.includes('\n');
  const words = (
    <span
      dir="auto"
      className={cx(
        // Text direction of the note, alignment of the page.
        'leading-[1.45] wrap-break-word [text-align:-webkit-match-parent]',
        whole ? 'block whitespace-pre-line' : 'line-clamp-2',
      )}
    >
      {text}
    </span>
  );
  if (!long) return words;
  return (
    <button
      type="button"
      aria-expanded={whole}
      title={t('staff.notes.showAll')}
      onClick={() => setWhole(!whole)}
      className="block w-full text-start"
    >
      {words}
    </button>
  );
}
