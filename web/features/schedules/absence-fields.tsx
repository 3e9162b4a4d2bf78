import { formatDate } from '#shared/domain/format-time.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { DateInput } from '#web/ui/form/time/date-input.tsx';
import type { DateFormat } from './admin-exception-form.tsx';
import { TimeSelect } from './time-select.tsx';
import type { AbsenceDraft } from './use-absence.ts';

interface AbsenceFieldsProps {
  draft: AbsenceDraft;
  put(change: Partial<AbsenceDraft>): void;
  today: string;
  dates: DateFormat;
}

/** Days or hours of a doctor's absence, and the reason. */
export function AbsenceFields({ draft, put, today, dates }: AbsenceFieldsProps) {
  const day = (name: 'startDate' | 'endDate', label: string, optional?: string) => (
    <Field label={label} optional={optional}>
      <DateInput
        dense
        value={draft[name] || null}
        formatted={draft[name] ? formatDate(currentLang(), draft[name]) : undefined}
        placeholder={t('common.time.chooseDate')}
        calendarLabel={label}
        today={today}
        min={name === 'endDate' && draft.startDate ? draft.startDate : today}
        onChange={(chosen) =>
          put({
            [name]: chosen,
            ...(name === 'startDate' && draft.endDate !== '' && draft.endDate < chosen
              ? { endDate: chosen }
              : {}),
          })
        }
        {...dates}
      />
    </Field>
  );
  const time = (name: 'startTime' | 'endTime', label: string) => (
    <Field label={label}>
      <TimeSelect
        value={draft[name]}
        none={t('staff.absence.wholeDay')}
        onChange={(chosen) => put({ [name]: chosen })}
      />
    </Field>
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {day('startDate', t('staff.absence.from'))}
        {time('startTime', t('staff.absence.fromTime'))}
        {day('endDate', t('staff.absence.until'), t('common.field.optional'))}
        {time('endTime', t('staff.absence.untilTime'))}
      </div>
      <Field
        label={t('staff.absence.reason')}
        optional={t('common.field.optional')}
        help={t('staff.absence.reasonHint')}
      >
        <TextInput
          dir="auto"
          maxLength={200}
          value={draft.reason}
          onChange={({ target }) => put({ reason: target.value })}
        />
      </Field>
    </>
  );
}
