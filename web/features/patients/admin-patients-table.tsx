import { CalendarPlus, Pencil, Trash2, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '#shared/contract/users.ts';
import { now as present } from '#web/api/clock.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { CallPreferenceNote } from '#web/ui/phone/patient-phone.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow } from '#web/ui/table.tsx';
import { AlertChips } from './file/alert-chips.tsx';

export interface PatientActions {
  onProfile(patient: User): void;
  onBook(patient: User): void;
  /** Only for users who may edit the record. */
  onEdit?: (patient: User) => void;
  onDelete?: (patient: User) => void;
}

const columns = ['id', 'name', 'phone', 'secondaryPhone', 'email', 'actions'] as const;
const widths: Partial<Record<(typeof columns)[number], string>> = {
  id: 'lg:w-[116px]',
  phone: 'lg:w-[14%]',
  secondaryPhone: 'lg:w-[14%]',
  email: 'lg:w-[17%]',
  actions: 'lg:w-[240px]',
};
const icon = { size: 20, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Patients as a table, on a phone as cards. */
export function PatientsTable({ rows, ...actions }: { rows: readonly User[] } & PatientActions) {
  return (
    <Table label={t('admin.patients.title')} className="lg:table-fixed">
      <TableHead>
        {columns.map((column) => (
          <TableHeading key={column} className={widths[column]}>
            {column === 'actions' ? (
              <span className="sr-only">{t('admin.patients.column.actions')}</span>
            ) : (
              t(`admin.patients.column.${column}`)
            )}
          </TableHeading>
        ))}
      </TableHead>
      <TableBody>
        {rows.map((patient) => (
          <PatientRow key={patient.id} patient={patient} {...actions} />
        ))}
      </TableBody>
    </Table>
  );
}

function PatientRow({ patient, onProfile, onBook, onEdit, onDelete }: { patient: User } & PatientActions) {
  const { name, reference, phone, secondaryPhone, email } = patient;
  const act = (word: 'book' | 'edit' | 'delete' | 'profile') =>
    joinWithComma(t(`admin.patients.${word}`), name);
  return (
    <TableRow data-patient={patient.id}>
      <TableCell place="context">
        <span className="ltr num whitespace-nowrap text-ink-2">{reference}</span>
      </TableCell>
      <TableCell place="who">
        <span className="flex items-center gap-3">
          <Avatar name={name} />
          <span className="min-w-0">
            <b className="block wrap-anywhere">{name}</b>
            <AlertChips patientId={patient.id} className="mt-1" />
          </span>
        </span>
      </TableCell>
      <TableCell place={phone ? 'context' : 'desktop'}>
        <Line word="phone" text={phone} />
        <CallPreferenceNote now={present()} reach={patient.reach} />
      </TableCell>
      <TableCell place={secondaryPhone ? 'context' : 'desktop'}>
        <Line word="secondaryPhone" text={secondaryPhone} />
      </TableCell>
      <TableCell place={email ? 'context' : 'desktop'}>
        <Line word="email" text={email} />
      </TableCell>
      <TableCell place="wide">
        <span className="flex justify-end max-lg:justify-between max-lg:border-t max-lg:border-line max-lg:pt-1">
          <IconButton
            label={act('profile')}
            word={t('admin.patients.profile')}
            onClick={() => onProfile(patient)}
          >
            <UserRound {...icon} />
          </IconButton>
          {patient.role === 'patient' && (
            <IconButton label={act('book')} word={t('admin.patients.book')} onClick={() => onBook(patient)}>
              <CalendarPlus {...icon} />
            </IconButton>
          )}
          {onEdit && (
            <IconButton label={act('edit')} word={t('admin.patients.edit')} onClick={() => onEdit(patient)}>
              <Pencil {...icon} />
            </IconButton>
          )}
          {onDelete && (
            <IconButton
              label={act('delete')}
              word={t('admin.patients.delete')}
              onClick={() => onDelete(patient)}
              className="hover:text-danger!"
            >
              <Trash2 {...icon} />
            </IconButton>
          )}
        </span>
      </TableCell>
    </TableRow>
  );
}

/** A value; on a card the column's name precedes it. */
function Line({
  word,
  text,
}: {
  word: 'phone' | 'secondaryPhone' | 'email';
  text: string | null;
}): ReactNode {
  if (!text) return <span className="text-ink-3">{t('common.state.none')}</span>;
  return (
    <span className="flex min-w-0 gap-2">
      <span className="text-ink-3 lg:hidden">{t(`admin.patients.column.${word}`)}</span>
      <span className="ltr num min-w-0 text-ink wrap-anywhere">{text}</span>
    </span>
  );
}
