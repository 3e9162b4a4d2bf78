import type { ReactNode } from 'react';
import type { Location } from '#shared/contract/locations.ts';
import { formatLongDate, formatTime } from '#shared/domain/format-time.ts';
import { listSelectableBranches } from '#shared/domain/visits/closed-branch.ts';
import { createDayMarks, MarksLegend } from '#web/features/appointments/day-marks.tsx';
import { currentLang, t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { NamedOptions, Select } from '#web/ui/form/select.tsx';
import { DateInput } from '#web/ui/form/time/date-input.tsx';
import { createDayFormat, getMonthTurnLabels } from '#web/ui/form/time/day-format.ts';
import type { StaffTimes } from './use-staff-times.ts';

/** Branch, day and time of an appointment. */
export interface VisitTime {
  locationId: number | null;
  date: string | null;
  time: string | null;
  /** First confirmation of booking a taken time. */
  overbook: boolean;
}
export type VisitField = 'patient' | 'location' | 'service' | 'date' | 'time';
export type FieldErrors = Partial<Record<VisitField, string>>;

interface VisitTimeFieldsProps {
  /** Prefix of the ids of the controls, so that the first wrong one can get the focus. */
  idBase: string;
  value: VisitTime;
  onChange(change: Partial<VisitTime>): void;
  times: StaffTimes;
  locations: readonly Location[] | undefined;
  today: string;
  errors: FieldErrors;
  /** Content between branch and day. */
  service?: ReactNode;
}

export function VisitTimeFields({
  idBase,
  value,
  onChange,
  times,
  locations,
  today,
  errors,
  service,
}: VisitTimeFieldsProps) {
  const lang = currentLang();
  const { date, locationId } = value;
  const branches = locations && listSelectableBranches(locations, today, locationId);
  const { dayState, dayLabel } = createDayMarks(times.days);
  return (
    <>
      <div className="grid gap-x-4 gap-y-[18px] sm:grid-cols-2">
        <Field id={`${idBase}-location`} label={t('staff.newAppointment.location')} error={errors.location}>
          <Select
            value={locationId ?? ''}
            onChange={({ target }) => onChange({ locationId: Number(target.value) || null, time: null })}
          >
            <option value="">{t('staff.newAppointment.selectLocation')}</option>
            <NamedOptions of={branches} />
          </Select>
        </Field>
        {service}
        <Field id={`${idBase}-date`} label={t('staff.newAppointment.date')} error={errors.date}>
          <DateInput
            value={date}
            formatted={date ? formatLongDate(lang, date) : undefined}
            placeholder={t('staff.newAppointment.selectDate')}
            calendarLabel={t('staff.newAppointment.selectDate')}
            today={today}
            min={today}
            onChange={(day) => onChange({ date: day, time: null })}
            onMonthChange={times.setMonth}
            dayState={dayState}
            choosable="closed"
            format={createDayFormat(dayLabel)}
            legend={times.days && <MarksLegend />}
            labels={getMonthTurnLabels()}
          />
        </Field>
        <TimeField idBase={idBase} value={value} onChange={onChange} times={times} error={errors.time} />
      </div>
      {times.ready && (times.isClosed || times.times.some(({ taken }) => taken)) && (
        <Checkbox
          className="-my-3"
          label={t('staff.overbook.option')}
          checked={value.overbook}
          onChange={({ target }) =>
            onChange({ overbook: target.checked, ...(target.checked ? {} : clearTakenTime(value, times)) })
          }
        />
      )}
    </>
  );
}

/** Clears a time that is taken or at a closed branch, because overbooking was switched off. */
function clearTakenTime({ time }: VisitTime, { isClosed, times }: StaffTimes): Partial<VisitTime> {
  return isClosed || times.some((offered) => offered.time === time && offered.taken) ? { time: null } : {};
}

function formatTimeOption({ time, taken, outside }: StaffTimes['times'][number]): string {
  const said = { time: formatTime(currentLang(), time) };
  if (taken) return t('staff.newAppointment.takenTime', said);
  return outside ? t('staff.newAppointment.outsideTime', said) : said.time;
}

function TimeField({
  idBase,
  value,
  onChange,
  times,
  error,
}: Pick<VisitTimeFieldsProps, 'idBase' | 'value' | 'onChange' | 'times'> & { error: string | undefined }) {
  const lang = currentLang();
  const { time, overbook } = value;
  const shut = times.isClosed && !overbook;
  const offered = times.times.some((option) => option.time === time);
  const placeholder = () => {
    if (value.locationId === null || value.date === null) return t('staff.newAppointment.selectDateFirst');
    if (times.isLoading) return t('common.state.loading');
    return t(shut ? 'staff.newAppointment.closed' : 'staff.newAppointment.selectTime');
  };
  return (
    <Field id={`${idBase}-time`} label={t('staff.newAppointment.time')} error={error}>
      <Select
        className="num"
        disabled={!times.ready || shut}
        value={time ?? ''}
        onChange={({ target }) => onChange({ time: target.value || null })}
      >
        <option value="">{placeholder()}</option>
        {time && !offered && <option value={time}>{formatTime(lang, time)}</option>}
        {times.times.map((option) => (
          <option key={option.time} value={option.time} disabled={option.taken && !overbook}>
            {times.isClosed ? formatTime(lang, option.time) : formatTimeOption(option)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
