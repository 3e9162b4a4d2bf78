import { useId } from 'react';
import { listDoctors } from '#shared/contract/doctors.ts';
import { formatDate } from '#shared/domain/format-time.ts';
import { allNoticeTemplates, noticeWordsLength } from '#shared/domain/messages/notices.ts';
import { doctorName } from '#shared/domain/people/doctor-name.ts';
import { openStatuses } from '#shared/domain/visits/appointment-status.ts';
import { useRead } from '#web/api/hooks.ts';
import { useOwnBranches } from '#web/api/own/own-branches.ts';
import { useSession } from '#web/api/session.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { NamedOptions, Select } from '#web/ui/form/select.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { Textarea } from '#web/ui/form/textarea.tsx';
import { DateInput } from '#web/ui/form/time/date-input.tsx';
import { createDayFormat, getMonthTurnLabels } from '#web/ui/form/time/day-format.ts';
import type { NoticeInput, NoticeState } from './use-notice.ts';

function getFieldErrorProps({ fault }: NoticeState, field: string): { error?: string } {
  const error = fault(field);
  return error === undefined ? {} : { error };
}

/** The dates with one end changed, so that the last day is not before the first. */
function changeDayRange(end: 'from' | 'to', day: string, { to }: NoticeState['audience']) {
  if (end === 'to') return { to: day };
  return { from: day, ...(to !== undefined && to < day ? { to: day } : {}) };
}

/** Recipients: upcoming appointments filtered by branch, days, status and doctor. */
export function NoticeRecipientFields({ state, today }: { state: NoticeState; today: string }) {
  const { audience, narrow } = state;
  const { user } = useSession();
  const { data: doctors = [] } = useRead(listDoctors);
  const branches = useOwnBranches();
  const dates = (['from', 'to'] as const).map((end) => (
    <Field key={end} label={t(`notice.day.${end}`)} {...getFieldErrorProps(state, `audience.${end}`)}>
      <DateInput
        value={audience[end] ?? null}
        formatted={audience[end] && formatDate(currentLang(), audience[end])}
        placeholder={t('notice.anyDay')}
        calendarLabel={t(`notice.day.${end}`)}
        today={today}
        min={(end === 'to' && audience.from) || today}
        onChange={(day) => narrow(changeDayRange(end, day, audience))}
        format={createDayFormat()}
        labels={getMonthTurnLabels()}
      />
    </Field>
  ));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-ui font-strong">{t('notice.whom')}</legend>
      <p className="-mt-1 text-small text-ink-2">{t('notice.whomText')}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('notice.branch')}>
          <Select
            value={audience.locationId ?? ''}
            onChange={({ target }) => narrow({ locationId: Number(target.value) || undefined })}
          >
            <option value="">
              {t(user?.role === 'receptionist' ? 'notice.ownBranches' : 'notice.allBranches')}
            </option>
            <NamedOptions of={branches} />
          </Select>
        </Field>
        <Field label={t('notice.doctor')}>
          <Select
            value={audience.doctorId ?? ''}
            onChange={({ target }) => narrow({ doctorId: Number(target.value) || undefined })}
          >
            <option value="">{t('notice.anyDoctor')}</option>
            {doctors.map((doctor) => (
              <option key={doctor.id} value={doctor.id}>
                {doctorName(currentLang(), doctor)}
              </option>
            ))}
          </Select>
        </Field>
        {dates}
        <Field label={t('notice.status')}>
          <Select
            value={audience.status ?? ''}
            onChange={({ target }) => narrow({ status: target.value || undefined })}
          >
            <option value="">{t('notice.anyStatus')}</option>
            {openStatuses.map((status) => (
              <option key={status} value={status}>
                {t(`status.${status}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {audience.q && (
        <Checkbox
          label={t('notice.found', { q: audience.q })}
          checked
          onChange={() => narrow({ q: undefined })}
        />
      )}
      {(audience.reach || audience.like) && (
        <Checkbox
          label={t('notice.narrowed')}
          checked
          onChange={() => narrow({ reach: undefined, like: undefined })}
        />
      )}
    </fieldset>
  );
}

/** Text: a template and the values it needs. */
export function NoticeTextFields({ state }: { state: NoticeState }) {
  const { typed, change } = state;
  const heading = useId();
  const box = (name: Exclude<keyof NoticeInput, 'template'>) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h3 id={heading} className="text-ui! font-strong">
        {t('notice.what')}
      </h3>
      <RadioCards
        name="notice-template"
        labelledBy={heading}
        value={typed.template}
        onChange={(template) => change({ template: template as NoticeInput['template'] })}
        options={allNoticeTemplates.map((value) => ({ value, label: t(`notice.template.${value}`) }))}
      />
      {typed.template === 'delay' && (
        <Field
          label={t('notice.minutes')}
          help={t('notice.minutesHelp')}
          {...getFieldErrorProps(state, 'minutes')}
        >
          <TextInput {...box('minutes')} inputMode="numeric" dir="ltr" maxLength={3} autoComplete="off" />
        </Field>
      )}
      {typed.template === 'phone' && (
        <Field label={t('notice.phone')} {...getFieldErrorProps(state, 'phone')}>
          <TextInput {...box('phone')} type="tel" dir="ltr" maxLength={30} autoComplete="off" />
        </Field>
      )}
      {(typed.template === 'entrance' || typed.template === 'words') && (
        <div className="grid gap-3 sm:grid-cols-2">
          {(['words', 'wordsAr'] as const).map((name) => (
            <Field
              key={name}
              label={t(typed.template === 'entrance' ? `notice.where.${name}` : `notice.sentence.${name}`)}
              help={t('notice.wordsHelp')}
              {...getFieldErrorProps(state, name)}
            >
              <Textarea
                {...box(name)}
                rows={3}
                maxLength={noticeWordsLength[name === 'words' ? 'en' : 'ar']}
                lang={name === 'words' ? 'en' : 'ar'}
                dir={name === 'words' ? 'ltr' : 'rtl'}
              />
            </Field>
          ))}
        </div>
      )}
    </section>
  );
}
