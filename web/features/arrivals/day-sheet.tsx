import type { ClinicDay } from '#shared/contract/arrivals.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { formatLongDate, formatTime } from '#shared/domain/time-words.ts';
import { currentLang, number, t } from '#web/i18n.ts';
import { nameOf } from './board-names.ts';

const columns = ['time', 'ticket', 'patient', 'service', 'stage'] as const;

/** The day on paper, by the time of its visits. */
export function DaySheet({
  day,
  branch,
  service,
}: {
  day: ClinicDay;
  branch: string;
  service(english: string): string;
}) {
  const lang = currentLang();
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
        <tbody>
          {day.cards.map((card) => (
            <tr key={card.id}>
              <td>{formatTime(lang, card.appointmentTime)}</td>
              <td>{card.ticket === null ? '' : number(card.ticket)}</td>
              <td>
                <b>{nameOf(card)}</b> <span className="ltr">{card.patient.phone}</span>
              </td>
              <td>
                {service(card.service)}
                {card.doctor && <div>{doctorName(lang, card.doctor)}</div>}
              </td>
              <td>{card.status === 'no_show' ? t('desk.mark.noShow') : t(`desk.stage.${card.stage}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
