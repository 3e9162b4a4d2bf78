import { Plus } from 'lucide-react';
import { useState } from 'react';
import { addDays } from '#shared/domain/clinic-time.ts';
import { formatDate } from '#shared/domain/format-time.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field, FieldError } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import type { CalendarFormat } from '#web/ui/form/time/calendar.tsx';
import { DateInput } from '#web/ui/form/time/date-input.tsx';
import {
  type ExceptionDraft,
  type ExceptionForm,
  emptyExceptionForm,
  expandToDays,
} from './exceptions-draft.ts';
import { TimeSelect } from './time-select.tsx';

/** Formats of the days in a small calendar. */
export interface DateFormat {
  format: CalendarFormat;
  labels: { previous: string; next: string };
}

interface FormProps {
  today: string;
  dates: DateFormat;
  onAdd(days: ExceptionDraft[]): void;
}

/** One or several days: closed or with other hours, and the reason. */
export function ExceptionFields({ today, dates, onAdd }: FormProps) {
  const [form, setForm] = useState<ExceptionForm>(emptyExceptionForm);
  const [tried, setTried] = useState(false);
  const put = (change: Partial<ExceptionForm>) => setForm((before) => ({ ...before, ...change }));
  const backwards = !form.isClosed && form.endTime <= form.startTime;
  function add() {
    setTried(true);
    if (!form.from || backwards) return;
    onAdd(expandToDays(form));
    setForm({ ...emptyExceptionForm, everywhere: form.everywhere });
    setTried(false);
  }
  return (
    <fieldset className="grid gap-3 rounded-item border border-line bg-page p-4">
      <legend className="sr-only">{t('admin.exceptions.add')}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <DayField
          label={t('admin.exceptions.date')}
          value={form.from}
          today={today}
          min={today}
          dates={dates}
          error={tried && !form.from ? t('validation.selectDate') : undefined}
          onChange={(from) => put({ from })}
        />
        <DayField
          label={t('admin.exceptions.until')}
          optional={t('common.field.optional')}
          value={form.until}
          today={today}
          min={form.from ?? today}
          dates={dates}
          onChange={(until) => put({ until })}
        />
      </div>
      <Checkbox
        label={t('admin.exceptions.closed')}
        checked={form.isClosed}
        onChange={({ target }) => put({ isClosed: target.checked })}
        className="py-0!"
      />
      {!form.isClosed && (
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('common.field.from')}>
            <TimeSelect value={form.startTime} onChange={(startTime) => put({ startTime })} />
          </Field>
          <Field label={t('common.field.to')}>
            <TimeSelect value={form.endTime} onChange={(endTime) => put({ endTime })} />
          </Field>
          {backwards && (
            <div className="col-span-2">
              <FieldError>{t('validation.timeOrder')}</FieldError>
            </div>
          )}
        </div>
      )}
      <ReasonFields form={form} put={put} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Checkbox
          label={t('admin.exceptions.allBranches')}
          checked={form.everywhere}
          onChange={({ target }) => put({ everywhere: target.checked })}
          className="py-0!"
        />
        <Button size="sm" kind="sec" icon={<Plus size={18} aria-hidden="true" />} onClick={add}>
          {form.until ? t('admin.exceptions.addRange') : t('admin.exceptions.add')}
        </Button>
      </div>
    </fieldset>
  );
}

interface DayFieldProps {
  label: string;
  optional?: string;
  value: string | null;
  today: string;
  min: string;
  dates: DateFormat;
  error?: string;
  onChange(day: string): void;
}

/** An input for one day. */
function DayField({ label, optional, error, value, today, min, dates, onChange }: DayFieldProps) {
  return (
    <Field label={label} error={error} optional={optional}>
      <DateInput
        dense
        value={value}
        formatted={value ? formatDate(currentLang(), value) : undefined}
        placeholder={t('common.time.chooseDate')}
        calendarLabel={label}
        today={today}
        min={min}
        max={addDays(today, 730)}
        onChange={onChange}
        {...dates}
      />
    </Field>
  );
}

function ReasonFields({ form, put }: { form: ExceptionForm; put(change: Partial<ExceptionForm>): void }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t('admin.exceptions.reason')} optional={t('common.field.optional')}>
        <TextInput
          dense
          dir="ltr"
          lang="en"
          maxLength={200}
          value={form.reason}
          onChange={({ target }) => put({ reason: target.value })}
        />
      </Field>
      <Field label={t('admin.exceptions.reasonAr')} optional={t('common.field.optional')}>
        <TextInput
          dense
          dir="rtl"
          lang="ar"
          maxLength={200}
          value={form.reasonAr}
          onChange={({ target }) => put({ reasonAr: target.value })}
        />
      </Field>
    </div>
  );
}
