import { useId } from 'react';
import { formatTime } from '#shared/domain/format-time.ts';
import type { PhoneReach } from '#shared/domain/messages/quiet-hours.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Field } from './field.tsx';
import { RadioCards } from './radio-cards.tsx';
import { Select } from './select.tsx';

/** Default of a person who has stated no preference. */
export const noCallPreference: PhoneReach = { calls: true, hours: null };

type CallHours = PhoneReach['hours'];

interface CallHoursFieldProps {
  title: string;
  value: CallHours;
  busy?: boolean;
  onChange(hours: CallHours): void;
}

const wholeHours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
/** Initial values when the user chooses to name hours. */
const defaultCallHours = { from: '10:00', to: '18:00' };
const rangeEnds = ['from', 'to'] as const;

/** Hours in which the clinic may call: any time, or between two hours. */
export function CallHoursField({ title, value, busy = false, onChange }: CallHoursFieldProps) {
  const id = useId();
  const lang = currentLang();
  const options = (['always', 'between'] as const).map((option) => ({
    value: option,
    label: t(`account.reach.${option}`),
    detail: t(`account.reach.${option}Detail`),
    disabled: busy,
  }));
  return (
    <div className="grid gap-3">
      <h3 id={id} className="text-small font-strong">
        {title}
      </h3>
      <RadioCards
        name={id}
        labelledBy={id}
        value={value ? 'between' : 'always'}
        options={options}
        onChange={(chosen) => onChange(chosen === 'between' ? defaultCallHours : null)}
      />
      {value && (
        <div className="grid grid-cols-2 gap-3">
          {rangeEnds.map((end) => (
            <Field key={end} label={t(`account.reach.${end}`)}>
              <Select
                value={value[end]}
                disabled={busy}
                onChange={({ target }) => onChange({ ...value, [end]: target.value })}
              >
                {[...new Set([...wholeHours, value[end]])].toSorted().map((clock) => (
                  <option
                    key={clock}
                    value={clock}
                    disabled={clock === value[end === 'from' ? 'to' : 'from']}
                  >
                    {formatTime(lang, clock)}
                  </option>
                ))}
              </Select>
            </Field>
          ))}
        </div>
      )}
    </div>
  );
}
