import type { CalendarDay } from '#shared/contract/staff-appointments.ts';
import { formatInstant, formatLongDate, formatTime } from '#shared/domain/format-time.ts';
import { doctorName, type StaffName } from '#shared/domain/people/doctor-name.ts';
import { listWrittenNotes } from '#shared/domain/visits/appointment-notes.ts';
import { groupByDoctor } from '#shared/domain/visits/doctor-times.ts';
import { now } from '#web/api/clock.ts';
import {
  formatPatientName,
  type LocationServiceNames,
} from '#web/features/appointments/visit/appointment-names.ts';
import { formatVisitStatus } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { PatientPhone } from '#web/ui/phone/patient-phone.tsx';
import { isOfDoctor } from './day-plan.ts';

const columns = ['time', 'patient', 'service', 'status', 'notes'] as const;

interface DaySheetProps {
  day: CalendarDay;
  branch: number;
  names: LocationServiceNames;
  /** Only this doctor's appointments. */
  mine?: number | null;
}

/**
 * A branch's day for printing, ordered by time, and grouped by doctor at branches booked by doctor. Print
 * shows it in place of the page.
 */
export function DaySheet({ day, branch, names, mine = null }: DaySheetProps) {
  const lang = currentLang();
  const visits = day.appointments.filter((visit) => isOfDoctor(visit, mine));
  const groups = day.doctors
    ? groupByDoctor(
        visits,
        day.doctors.map(({ id }) => id),
      )
    : [{ doctorId: null, rows: visits }];
  return (
    <section className="print-sheet" aria-hidden="true">
      <h1>
        {t('staff.print.heading', { location: names.location(branch), date: formatLongDate(lang, day.date) })}
      </h1>
      <p>
        {joinWithComma(
          t('staff.calendar.booked', { n: visits.length }),
          t('staff.print.printedOn', { when: formatInstant(lang, now()) }),
        )}
      </p>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{t(`staff.column.${column}`)}</th>
            ))}
          </tr>
        </thead>
        {groups.map(({ doctorId, rows }) => (
          <tbody key={doctorId}>
            {day.doctors && <DoctorLine called={rows[0]?.doctor} span={columns.length} />}
            {rows.map((visit) => (
              <tr key={visit.id}>
                <td data-place="time">
                  {formatTime(lang, visit.appointmentTime)}
                  {visit.room !== null && day.rooms > 1 && (
                    <div>{t('staff.appointments.room', { n: visit.room })}</div>
                  )}
                  {visit.overbooked && <div>{t('staff.appointments.overbooked')}</div>}
                </td>
                <td data-place="who">
                  <b>{formatPatientName(visit.patient)}</b>
                  <div>
                    <PatientPhone now={now()} {...visit.patient} plain />
                  </div>
                </td>
                <td>
                  {names.service(visit.service)}
                  {!day.doctors && visit.doctor && (
                    <div className="wrap-anywhere">{doctorName(lang, visit.doctor)}</div>
                  )}
                </td>
                <td>{formatVisitStatus(visit.status)}</td>
                <td data-place="note" dir="auto">
                  {listWrittenNotes(visit.notes)}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** Heading row of a doctor's appointments. */
const DoctorLine = ({ called, span }: { called: StaffName | null | undefined; span: number }) => (
  <tr>
    <th colSpan={span} scope="rowgroup" className="wrap-anywhere">
      {called ? doctorName(currentLang(), called) : t('staff.doctor.none')}
    </th>
  </tr>
);
