import type { ClinicDay } from '#shared/contract/arrivals.ts';
import { formatLongDate, formatTime } from '#shared/domain/format-time.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { groupByDoctor } from '#shared/domain/visits/doctor-times.ts';
import { now as present } from '#web/api/clock.ts';
import { currentLang, formatNumberInLang, t } from '#web/i18n.ts';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';
import { formatCardName } from './board-names.ts';

const columns = ['time', 'ticket', 'patient', 'service', 'stage'] as const;

interface DaySheetProps {
  day: ClinicDay;
  branch: string;
  /** The branch is booked by doctor: appointments are grouped by doctor. */
  ofDoctors: boolean;
  service(english: string): string;
}

/** The day for printing, by time, grouped by doctor at branches booked by doctor. */
export function DaySheet({ day, branch, ofDoctors, service }: DaySheetProps) {
  const lang = currentLang();
  const groups = ofDoctors ? groupByDoctor(day.cards) : [{ doctorId: null, rows: day.cards }];
  return (
    <section className="print-sheet" aria-hidden="true">
      <h1>{t('desk.print.title', { branch, date: formatLongDate(lang, day.date) })}</h1>
      <p>{t('desk.print.count', { n: day.cards.length })}</p>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{t(`desk.print.${column}`)}</th>
            ))}
          </tr>
        </thead>
        {groups.map(({ doctorId, rows }) => (
          <tbody key={doctorId}>
            {ofDoctors && (
              <tr>
                <th colSpan={columns.length} scope="rowgroup" className="wrap-anywhere">
                  {rows[0]?.doctor ? doctorName(lang, rows[0].doctor) : t('staff.doctor.none')}
                </th>
              </tr>
            )}
            {rows.map((card) => (
              <tr key={card.id}>
                <td data-place="time">{formatTime(lang, card.appointmentTime)}</td>
                <td>{card.ticket === null ? '' : formatNumberInLang(card.ticket)}</td>
                <td data-place="who">
                  <b>{formatCardName(card)}</b> <PatientPhone now={present()} {...card.patient} plain />
                </td>
                <td>
                  {service(card.service)}
                  {!ofDoctors && card.doctor && (
                    <div className="wrap-anywhere">{doctorName(lang, card.doctor)}</div>
                  )}
                </td>
                <td>{card.status === 'no_show' ? t('desk.mark.noShow') : t(`desk.stage.${card.stage}`)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
