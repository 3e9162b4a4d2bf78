import type { Appointment } from '#shared/contract/appointments.ts';
import { patientName } from '#web/features/appointments/visit/appointment-names.ts';
import { t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { TableCell, TableHeading } from '#web/ui/table.tsx';
import type { RowSelection } from './use-row-selection.ts';

/** The first cell of each row, and the heading over it: boxes to choose them. */
export const choosing = (selection: RowSelection) => ({
  heading: <ChooseAll selection={selection} />,
  cell: (row: Appointment) => <Choose row={row} selection={selection} />,
});

function ChooseAll({ selection }: { selection: RowSelection }) {
  return (
    <TableHeading className="lg:w-[46px]">
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

function Choose({ row, selection }: { row: Appointment; selection: RowSelection }) {
  const chosen = selection.has(row.id);
  return (
    <TableCell place="choose">
      <Checkbox
        label={<span className="sr-only">{t('staff.bulk.select', { name: patientName(row.patient) })}</span>}
        className="-m-[11px] justify-center gap-0! p-[11px]!"
        checked={chosen}
        disabled={selection.isFull && !chosen}
        onChange={() => selection.toggle(row.id)}
      />
    </TableCell>
  );
}
