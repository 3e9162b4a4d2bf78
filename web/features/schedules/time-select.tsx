import { isAfterMidnight, minutesOf, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatClock, nextDay } from '#shared/domain/format-time.ts';
import { earliestOpening, latestClosing } from '#shared/domain/visits/open-hours.ts';
import { currentLang } from '#web/i18n.ts';
import { Select } from '#web/ui/form/select.tsx';

const step = 15;
const times = Array.from({ length: (latestClosing - earliestOpening) / step + 1 }, (_, i) =>
  timeOfMinutes(earliestOpening + i * step),
);

const renderTimeOption = (time: string) => (
  <option key={time} value={time}>
    {formatClock(currentLang(), time)}
  </option>
);

interface TimeSelectProps {
  /** Accessible name; omit inside a `Field`. */
  label?: string;
  value: string;
  onChange(value: string): void;
  /** Label of the option for no time, if there may be none. */
  none?: string;
  invalid?: boolean;
}

/**
 * A time in steps of a quarter hour within the hours a clinic can have. Times after midnight have a heading
 * of their own. A saved time between two steps stays selectable.
 */
export function TimeSelect({ label, value, onChange, none, invalid }: TimeSelectProps) {
  const known =
    value === '' || times.includes(value)
      ? times
      : [...times, value].sort((a, b) => minutesOf(a) - minutesOf(b));
  return (
    <Select
      dense
      aria-label={label}
      aria-invalid={invalid || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="num"
    >
      {none && <option value="">{none}</option>}
      {known.filter((time) => !isAfterMidnight(time)).map(renderTimeOption)}
      <optgroup label={nextDay[currentLang()]}>
        {known.filter(isAfterMidnight).map(renderTimeOption)}
      </optgroup>
    </Select>
  );
}
