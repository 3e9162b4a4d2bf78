import type { DisplacedRow } from '#shared/contract/disruptions.ts';
import type { DisplacedState } from '#shared/domain/displaced-state.ts';
import { formatCalledBy, formatClinicTime } from '#web/api/own/call-text.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeading, TableRow, TwoLines } from '#web/ui/table.tsx';
import { PatientAnswer } from './call-line.tsx';
import { type DisruptionNames, formatAppointmentStart } from './names.ts';
import { PatientLine } from './patient-line.tsx';
import { StatePill } from './state-pill.tsx';

interface AnswersProps {
  rows: readonly DisplacedRow[];
  names: DisruptionNames;
  chosen: ReadonlySet<number>;
  onChoose(ids: readonly number[], on: boolean): void;
  listHref: string;
}

/** All displaced appointments: the old time, the offer and the current state. */
export function DisplacedTable({ rows, names, chosen, onChoose, listHref }: AnswersProps) {
  const ids = rows.map(({ id }) => id);
  return (
    <Table label={t('plans.list')}>
      <TableHead>
        <TableHeading className="w-12">
          <Checkbox
            label={<span className="sr-only">{t('plans.chooseAll')}</span>}
            checked={ids.length > 0 && ids.every((id) => chosen.has(id))}
            onChange={({ target }) => onChoose(ids, target.checked)}
            className="py-0!"
          />
        </TableHeading>
        <TableHeading>{t('plans.col.patient')}</TableHeading>
        <TableHeading>{t('plans.col.was')}</TableHeading>
        <TableHeading>{t('plans.col.offered')}</TableHeading>
        <TableHeading>{t('plans.col.answer')}</TableHeading>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id} data-displaced={row.appointmentId} data-state={row.state}>
            <TableCell place="choose">
              <Checkbox
                label={<span className="sr-only">{t('plans.choose', { name: row.patient.name })}</span>}
                checked={chosen.has(row.id)}
                onChange={({ target }) => onChoose([row.id], target.checked)}
                className="py-0!"
              />
            </TableCell>
            <TableCell place="who">
              <PatientLine {...row.patient} href={`/clinic/patients/${row.patient.id}`} />
            </TableCell>
            <TableCell place="wide">
              <span className="lg:hidden text-xs text-ink-2">{t('plans.col.was')}</span>
              <TwoLines
                first={<span className="num">{formatAppointmentStart(row.was)}</span>}
                second={
                  <>
                    {names.branch(row.was.locationId)}{' '}
                    {row.reference && (
                      <a className="link ltr num" href={`${listHref}q=${encodeURIComponent(row.reference)}`}>
                        {row.reference}
                      </a>
                    )}
                  </>
                }
              />
            </TableCell>
            <TableCell place="wide">
              <OfferedTime row={row} names={names} />
            </TableCell>
            <TableCell place="wide">
              <span className="grid justify-items-start gap-1" data-answer={row.state}>
                <StatePill state={row.state} />
                <span className="num text-xs text-ink-2">{formatRowDetail(row)}</span>
                {row.state === 'called' && <PatientAnswer said={row.said} />}
              </span>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function OfferedTime({ row: { offer, was }, names }: { row: DisplacedRow; names: DisruptionNames }) {
  if (!offer) return <span className="text-small text-ink-2">–</span>;
  const elsewhere = offer.locationId !== was.locationId;
  const doctor = offer.doctorId !== null && offer.doctorId !== was.doctorId && names.doctor(offer.doctorId);
  return (
    <>
      <span className="lg:hidden text-xs text-ink-2">{t('plans.col.offered')}</span>
      <TwoLines
        first={<span className="num">{formatAppointmentStart(offer)}</span>}
        second={joinWithComma(elsewhere ? names.branch(offer.locationId) : null, doctor || null)}
      />
    </>
  );
}

/** States in which the patient has another appointment without accepting the offer. */
const otherwiseMovedStates: readonly DisplacedState[] = ['another', 'moved', 'given'];

/** Detail of a state: since when, until when, why, or the new time of the appointment. */
function formatRowDetail(row: DisplacedRow): string {
  const { state, why, visit, offer, triedAt, remindedAt } = row;
  if (visit === null) return t('plans.deleted');
  if (otherwiseMovedStates.includes(state)) return t('plans.nowAt', { at: formatAppointmentStart(visit) });
  if (state === 'called') return formatCalledBy(row);
  if (state === 'open' && offer) {
    if (remindedAt) return t('plans.reminded', { at: formatClinicTime(remindedAt) });
    return t('plans.keptUntil', { at: formatClinicTime(offer.heldUntil) });
  }
  if (why && triedAt)
    return joinWithComma(t(`plans.why.${why}`), t('plans.tried', { at: formatClinicTime(triedAt) }));
  if (why) return t(`plans.why.${why}`);
  return offer?.answeredAt ? t('plans.answered', { at: formatClinicTime(offer.answeredAt) }) : '';
}
