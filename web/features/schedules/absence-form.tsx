import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createAbsence, type Displaced, previewAbsence } from '#shared/contract/schedules.ts';
import { formatDate } from '#shared/domain/time-words.ts';
import { useChange } from '#web/api/changes.ts';
import { type ApiError, call, reasonOf } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { DateInput } from '#web/ui/form/time/date-input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import type { DateWriting } from './admin-exception-form.tsx';
import { DisplacedList } from './displaced-list.tsx';
import { TimeSelect } from './time-select.tsx';

const empty = { startDate: '', startTime: '', endDate: '', endTime: '', reason: '' };
type Draft = typeof empty;

const stretchOf = (userId: number, { startDate, startTime, endDate, endTime }: Draft) => ({
  userId,
  startDate,
  startTime: startTime || null,
  endDate: endDate || startDate,
  endTime: endTime || null,
});

/** Whom the absence that is being written would displace; asked again as it changes. */
const useDisplaced = (stretch: ReturnType<typeof stretchOf>) =>
  useQuery<Displaced, ApiError>(
    {
      meta: { shows: ['appointments', 'absences'] as const },
      queryKey: [previewAbsence.path, JSON.stringify(stretch)],
      queryFn: ({ signal }) => call(previewAbsence, { body: stretch, signal }),
      enabled: stretch.startDate !== '',
    },
    queryClient,
  );

interface AbsenceFormProps {
  userId: number;
  today: string;
  dates: DateWriting;
  listHref: string;
}

/** Days or hours in which a doctor does not work; whom that displaces stands there before it is saved. */
export function AbsenceForm({ userId, today, dates, listHref }: AbsenceFormProps) {
  const [draft, setDraft] = useState(empty);
  const [problem, setProblem] = useState<string>();
  const put = (change: Partial<Draft>) => {
    setProblem(undefined);
    setDraft((before) => ({ ...before, ...change }));
  };
  const stretch = stretchOf(userId, draft);
  const { data: displaced, error } = useDisplaced(stretch);
  const { mutateAsync: save, isPending } = useChange(createAbsence);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (draft.startDate === '') return setProblem(t('validation.selectDate'));
    try {
      await save({ body: { ...stretch, reason: draft.reason } });
    } catch (refused) {
      return setProblem(reasonOf(refused, t('staff.absence.failed')));
    }
    setDraft(empty);
    showToast({ kind: 'success', title: t('staff.absence.savedTitle') });
  }
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
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
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
      {(problem ?? error) && (
        <Notice kind="danger" live>
          {problem ?? reasonOf(error, t('staff.absence.failed'))}
        </Notice>
      )}
      {displaced && !error && <DisplacedList displaced={displaced} listHref={listHref} />}
      <Button type="submit" busy={isPending} className="justify-self-start">
        {t('staff.absence.save')}
      </Button>
    </form>
  );
}
