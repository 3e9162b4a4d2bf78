import { Printer } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { Reply } from '#shared/contract/endpoint.ts';
import { calendarDay } from '#shared/contract/staff-appointments.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { formatInstant, formatLongDate, formatTime } from '#shared/domain/time-words.ts';
import { now } from '#web/api/clock.ts';
import { useRead } from '#web/api/hooks.ts';
import { dayFormat, monthTurns } from '#web/features/appointments/day-format.ts';
import { type Names, patientName, useNames } from '#web/features/appointments/visit/appointment-names.ts';
import { statusWord } from '#web/features/appointments/visit/status-pill.tsx';
import { currentLang, inLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { DateInput } from '#web/ui/form/date-input.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

interface PrintProps {
  today: string;
  /** The branch of the filters. */
  locationId: number | null;
  onClose(): void;
}

/** A branch's day on paper: choose both, look how much it is, print. */
export function PrintDayDialog({ today, locationId, onClose }: PrintProps) {
  const lang = currentLang();
  const names = useNames();
  const [chosen, setChosen] = useState(locationId);
  const [date, setDate] = useState(today);
  const branch = chosen ?? names.locations?.[0]?.id ?? null;
  const { data: day, isError } = useRead(
    calendarDay,
    { query: { date, locationId: String(branch ?? '') } },
    { enabled: branch !== null },
  );
  return (
    <>
      <Dialog
        open
        title={t('admin.print.title')}
        description={day && t('admin.today.count', { n: day.appointments.length })}
        closeLabel={t('common.action.close')}
        onClose={onClose}
        actions={
          <>
            <Button kind="gho" onClick={onClose}>
              {t('common.action.cancel')}
            </Button>
            <Button
              disabled={!day}
              icon={<Printer size={20} strokeWidth={1.7} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              {t('admin.print.button')}
            </Button>
          </>
        }
      >
        <Field label={t('common.field.location')}>
          <Select value={branch ?? ''} onChange={({ target }) => setChosen(Number(target.value))}>
            {names.locations?.map((location) => (
              <option key={location.id} value={location.id}>
                {inLang(location.name, location.nameAr)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('common.field.date')}>
          <DateInput
            value={date}
            formatted={formatLongDate(lang, date)}
            placeholder={t('common.time.chooseDate')}
            calendarLabel={t('common.time.chooseDate')}
            today={today}
            onChange={setDate}
            format={dayFormat()}
            labels={monthTurns()}
          />
        </Field>
        {isError && <Notice kind="danger">{t('staff.appointments.loadFailed')}</Notice>}
      </Dialog>
      {day &&
        branch !== null &&
        createPortal(<DaySheet day={day} branch={branch} names={names} />, document.body)}
    </>
  );
}

const columns = ['time', 'patient', 'service', 'status', 'notes'] as const;

function DaySheet({ day, branch, names }: { day: Reply<typeof calendarDay>; branch: number; names: Names }) {
  const lang = currentLang();
  return (
    <section className="print-sheet" aria-hidden="true">
      <h1>
        {t('admin.print.heading', { location: names.location(branch), date: formatLongDate(lang, day.date) })}
      </h1>
      <p>
        {t('admin.today.count', { n: day.appointments.length })} ·{' '}
        {t('admin.print.printedOn', { when: formatInstant(lang, now()) })}
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
