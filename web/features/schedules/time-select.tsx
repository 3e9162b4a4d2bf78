import { isAfterMidnight, minutesOf, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { formatClock, nextDay } from '#shared/domain/time-words.ts';
import { earliestOpening, latestClosing } from '#shared/domain/visits/open-hours.ts';
import { currentLang } from '#web/i18n.ts';
import { Select } from '#web/ui/form/select.tsx';

const step = 15;
const times = Array.from({ length: (latestClosing - earliestOpening) / step + 1 }, (_, i) =>
  timeOfMinutes(earliestOpening + i * step),
);

const option = (time: string) => (
  <option key={time} value={time}>
    {formatClock(currentLang(), time)}
  </option>
);

interface TimeSelectProps {
  /** Its name; none where a field around it gives one. */
  label?: string;
  value: string;
  onChange(value: string): void;
  /** The word for no time at all, where that can be chosen. */
  none?: string;
  invalid?: boolean;
}

/**
 * A time of day by quarter hours, within the hours a clinic can have, those after midnight under their own
 * heading; a time between two quarters stays choosable.
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
      {known.filter((time) => !isAfterMidnight(time)).map(option)}
      <optgroup label={nextDay[currentLang()]}>{known.filter(isAfterMidnight).map(option)}</optgroup>
    </Select>
  );
}
