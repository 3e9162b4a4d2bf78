import type { Appointment } from '#shared/contract/appointments.ts';
import { formatPatientName } from '#web/features/appointments/visit/appointment-names.ts';
import { t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { TableCell, TableHeading } from '#web/ui/table.tsx';
import type { RowSelection, RowSelectionState } from './use-row-selection.ts';

/** Heading of the checkbox column. */
export function SelectAllHeading({ selection }: { selection: RowSelection }) {
  return (
    <TableHeading className="lg:w-12">
      <Checkbox
        label={<span className="sr-only">{t('staff.bulk.selectAll')}</span>}
        className="min-h-6! gap-0! py-0! max-lg:hidden"
        checked={selection.isAll}
        onChange={selection.toggleAll}
      />
      <span className="sr-only lg:hidden">{t('common.action.select')}</span>
    </TableHeading>
  );
}

/** First cell of a row: its checkbox. */
export function SelectRowCell({
  row,
  choice,
  onChoose,
}: {
  row: Appointment;
  choice: RowSelectionState;
  onChoose(id: number): void;
}) {
  return (
    <TableCell place="choose">
      <Checkbox
        label={
          <span className="sr-only">{t('staff.bulk.select', { name: formatPatientName(row.patient) })}</span>
        }
        className="-m-[10px] justify-center gap-0! p-[10px]!"
        checked={choice === 'chosen'}
        disabled={choice === 'full'}
        onChange={() => onChoose(row.id)}
      />
    </TableCell>
  );
}
