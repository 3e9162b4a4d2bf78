import { type ReactNode, useState } from 'react';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Combobox, Marked } from '#web/ui/form/combobox.tsx';
import { DebouncedSearchInput } from '#web/ui/form/debounced-search-input.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { ImageInput } from '#web/ui/form/image-input.tsx';
import { PasswordInput } from '#web/ui/form/password-input.tsx';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { SearchInput } from '#web/ui/form/search-input.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Switch } from '#web/ui/form/switch.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';
import { Calendar } from '#web/ui/form/time/calendar.tsx';
import { CalendarMark, type DayState } from '#web/ui/form/time/calendar-mark.tsx';
import { DateInput } from '#web/ui/form/time/date-input.tsx';
import { createDayFormat, createMonthFormat, getMonthTurnLabels } from '#web/ui/form/time/day-format.ts';
import { MonthInput } from '#web/ui/form/time/month-input.tsx';
import { TimeGrid } from '#web/ui/form/time/time-grid.tsx';
import { Example } from './example.tsx';

const today = '2026-11-22';
const states: readonly DayState[] = ['free', 'few', 'full', 'closed'];
const stateOf = (day: string): DayState | undefined => states[Number(day.slice(-2)) % states.length];

/** A control with its own state. */
function Keep<T>({
  start,
  children,
}: {
  start: T;
  children: (value: T, keep: (next: T) => void) => ReactNode;
}) {
  const [value, keep] = useState(start);
  return <div style={{ minWidth: 260 }}>{children(value, keep)}</div>;
}

const roles = () =>
  (['patient', 'doctor', 'admin'] as const).map((value) => ({ value, label: t(`role.${value}`) }));
const clear = () => t('common.action.clearSearch');

export function Forms() {
  return (
    <>
      <Example file="form/field.tsx, text-input.tsx, password-input.tsx, select.tsx, textarea.tsx">
        <Field label={t('common.field.fullName')} optional={t('common.field.optional')}>
          <TextInput placeholder={t('common.field.name')} />
        </Field>
        <Field label={t('common.field.email')} error={t('error.notFound')}>
          <TextInput type="email" />
        </Field>
        <Field label={t('common.field.username')} help={t('common.field.optional')}>
          <TextInput dense disabled />
        </Field>
        <Field label={t('common.header.loginRegister')}>
          <PasswordInput
            showLabel={t('common.field.showPassword')}
            hideLabel={t('common.field.hidePassword')}
          />
        </Field>
        <Field label={t('common.field.role')}>
          <Select>
            {roles().map(({ value, label }) => (
              <option key={value}>{label}</option>
            ))}
          </Select>
        </Field>
        <Field label={t('common.nav.messages')}>
          <Textarea />
        </Field>
      </Example>
      <Example file="form/checkbox.tsx, switch.tsx">
        <Checkbox label={t('common.field.showPassword')} />
        <Checkbox label={t('common.field.showPassword')} help={t('common.field.optional')} defaultChecked />
        <Keep start={true}>
          {(on, keep) => <Switch label={t('common.action.yes')} checked={on} onChange={keep} />}
        </Keep>
      </Example>
      <Example file="form/search-input.tsx, debounced-search-input.tsx, combobox.tsx">
        <Keep start="">
          {(text, keep) => (
            <SearchInput label={t('common.nav.patients')} clearLabel={clear()} value={text} onChange={keep} />
          )}
        </Keep>
        <Keep start="">
          {(text, keep) => (
            <DebouncedSearchInput
              label={t('common.nav.staff')}
              clearLabel={clear()}
              value={text}
              onChange={keep}
            />
          )}
        </Keep>
        <Keep start="">
          {(text, keep) => (
            <Combobox
              query={text}
              onQueryChange={keep}
              results={roles()}
              keyOf={({ value }) => value}
              render={({ label }) => <Marked text={label} query={text} />}
              onChoose={({ label }) => keep(label)}
              listLabel={t('common.field.role')}
              suggests
            />
          )}
        </Keep>
      </Example>
    </>
  );
}

export function ChoiceExamples() {
  return (
    <>
      <Example file="form/radio-cards.tsx, segmented.tsx, time-grid.tsx">
        <Keep start="patient">
          {(value, keep) => (
            <RadioCards
              name="role"
              label={t('common.field.role')}
              options={roles()}
              value={value}
              onChange={keep}
            />
          )}
        </Keep>
        <Keep start="patient">
          {(value, keep) => (
            <Segmented
              label={t('common.field.role')}
              tabs={roles()}
              value={value}
              onChange={keep}
              idBase="seg"
            />
          )}
        </Keep>
        <Keep<string | null> start="15:00">
          {(value, keep) => (
            <TimeGrid
              name="time"
              label={t('common.field.date')}
              times={['15:00', '15:20', '15:40'].map((time, i) => ({
                value: time,
                label: time,
                taken: i === 2,
              }))}
              value={value}
              onChange={keep}
              takenLabel={t('common.action.no')}
            />
          )}
        </Keep>
      </Example>
      <Example file="form/calendar.tsx, date-input.tsx, month-input.tsx">
        <Keep<string | null> start={today}>{(day, keep) => <Days day={day} keep={keep} />}</Keep>
        <Keep<string | null> start={null}>
          {(day, keep) => (
            <Field label={t('common.field.date')}>
              <DateInput
                value={day}
                onChange={keep}
                today={today}
                format={createDayFormat()}
                labels={getMonthTurnLabels()}
                placeholder={t('common.action.choose')}
                calendarLabel={t('common.nav.calendar')}
                {...(day && { formatted: createDayFormat().dayLabel(day, undefined) })}
              />
            </Field>
          )}
        </Keep>
        <Keep start={today.slice(0, 7)}>
          {(month, keep) => (
            <MonthInput
              value={month}
              current={today.slice(0, 7)}
              onChange={keep}
              format={createMonthFormat()}
              labels={{ ...getMonthTurnLabels(), panel: t('common.nav.calendar') }}
              trigger={<Button kind="out">{createMonthFormat().full(month)}</Button>}
            />
          )}
        </Keep>
      </Example>
      <Example file="form/image-input.tsx">
        <ImageInput
          label={t('common.nav.branches')}
          help={t('common.field.optional')}
          value={null}
          accept={['image/png']}
          labels={{
            choose: t('common.action.choose'),
            replace: t('common.action.edit'),
            remove: t('common.action.delete'),
            busy: t('common.action.uploading'),
          }}
          onPick={() => {}}
          onRemove={() => {}}
        />
      </Example>
    </>
  );
}

function Days({ day, keep }: { day: string | null; keep: (day: string) => void }) {
  const [month, setMonth] = useState(today);
  return (
    <Calendar
      value={day}
      onChange={keep}
      month={month}
      onMonthChange={setMonth}
      today={today}
      dayState={stateOf}
      format={createDayFormat()}
      labels={getMonthTurnLabels()}
      legend={states.map((state) => (
        <CalendarMark key={state} state={state}>
          <code>{state}</code>
        </CalendarMark>
      ))}
    />
  );
}
