import type { CalendarDay } from '#shared/contract/staff-appointments.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { formatInstant, formatLongDate, formatTime } from '#shared/domain/time-words.ts';
import { now } from '#web/api/clock.ts';
import { type Names, patientName } from '#web/features/appointments/visit/appointment-names.ts';
import { statusWord } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, t } from '#web/i18n.ts';

const columns = ['time', 'patient', 'service', 'status', 'notes'] as const;

/** A branch's day on paper, by the time of its visits: what print shows in place of the page. */
export function DaySheet({ day, branch, names }: { day: CalendarDay; branch: number; names: Names }) {
  const lang = currentLang();
  return (
    <section className="print-sheet" aria-hidden="true">
      <h1>
        {t('staff.print.heading', { location: names.location(branch), date: formatLongDate(lang, day.date) })}
      </h1>
      <p>
        {t('staff.calendar.booked', { n: day.appointments.length })} ·{' '}
        {t('staff.print.printedOn', { when: formatInstant(lang, now()) })}
      </p>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{t(`staff.column.${column}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {day.appointments.map((visit) => (
            <tr key={visit.id}>
              <td>
                {formatTime(lang, visit.appointmentTime)}
                {visit.room !== null && day.rooms > 1 && (
                  <div>{t('staff.appointments.room', { n: visit.room })}</div>
                )}
                {visit.overbooked && <div>{t('staff.appointments.overbooked')}</div>}
              </td>
              <td>
                <b>{patientName(visit.patient)}</b>
                <div>
                  <span className="ltr">{visit.patient.phone}</span>
                </div>
              </td>
              <td>
                {names.service(visit.service)}
                {visit.doctor && <div>{doctorName(lang, visit.doctor)}</div>}
              </td>
              <td>{statusWord(visit.status)}</td>
              <td dir="auto">{visit.notes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
