import type { FormEvent } from 'react';
import { formatTimeOf, formatVisit, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { followUpIntervals, maxFollowUps } from '#shared/domain/visits/follow-up.ts';
import { useLocationServiceNames } from '#web/features/appointments/visit/appointment-names.ts';
import { currentLang, formatNumberInLang, t } from '#web/i18n.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { RadioCards } from '#web/ui/form/radio-cards.tsx';
import { NamedOptions, Select } from '#web/ui/form/select.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import {
  canKeepPlannedTime,
  type PlannedVisit,
  skippedTimeKey,
  toTimeKey,
  useFollowUp,
  type VisitToFollowUp,
} from './use-follow-up.ts';

/** Books a follow-up or a series at a fixed interval; conflicts are shown before anything is saved. */
export function FollowUpDialog({ visit, onClose }: { visit: VisitToFollowUp; onClose(): void }) {
  const lang = currentLang();
  const names = useLocationServiceNames();
  const state = useFollowUp(visit, onClose);
  const { plan, times, count, refused, busy } = state;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (count > 0 && !plan.isOld) void state.book();
  }
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      title={t('staff.followUp.title')}
      description={t('staff.followUp.text', {
        name: visit.name,
        date: formatWeekdayDate(lang, visit.date),
        time: formatTimeOf(lang, visit.date, visit.time),
      })}
      closeLabel={t('common.action.close')}
      onSubmit={submit}
      actions={
        <>
          <Button kind="gho" onClick={onClose}>
            {t('common.action.cancel')}
          </Button>
          <Button
            type="submit"
            disabled={count === 0 || plan.isOld}
            busy={busy}
            busyLabel={t('staff.newAppointment.submitting')}
          >
            {t('staff.followUp.submit', { n: count })}
          </Button>
        </>
      }
    >
      <ConflictNotice title={t('staff.followUp.refused')} refused={refused} />
      <div className="grid gap-[6px]">
        <span id="follow-up-rhythm" className="text-small font-strong text-ink">
          {t(times === 1 ? 'staff.followUp.again' : 'staff.followUp.every')}
        </span>
        <RadioCards
          name="follow-up-rhythm"
          labelledBy="follow-up-rhythm"
          columns={4}
          ring={false}
          value={String(state.weeks)}
          onChange={(weeks) => state.setWeeks(Number(weeks))}
          options={followUpIntervals.map((n) => ({
            value: String(n),
            label: t('staff.followUp.weeks', { n }),
          }))}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('staff.followUp.times')}>
          <Select
            className="num"
            value={times}
            onChange={({ target }) => state.setTimes(Number(target.value))}
          >
            {Array.from({ length: maxFollowUps }, (_, i) => (
              <option key={i} value={i + 1}>
                {formatNumberInLang(i + 1)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('staff.newAppointment.service')}>
          <Select
            value={state.serviceId ?? ''}
            onChange={({ target }) => state.setService(Number(target.value))}
          >
            <NamedOptions of={names.services} />
          </Select>
        </Field>
      </div>
      {plan.failed ? (
        <LoadFailed title={t('common.state.loadFailed')} onAgain={() => void plan.again()} />
      ) : (
        <PlannedVisits {...state} />
      )}
      {times > 1 && (
        <Checkbox
          className="-my-2"
          label={t('staff.followUp.together')}
          checked={state.together}
          onChange={({ target }) => state.setTogether(target.checked)}
        />
      )}
    </Dialog>
  );
}

type State = ReturnType<typeof useFollowUp>;

function PlannedVisits({ plan, choiceFor, choose }: Pick<State, 'plan' | 'choiceFor' | 'choose'>) {
  if (plan.planned.length === 0)
    return (
      <LoadingRegion label={t('common.state.loading')}>
        <Skeleton className="h-14" />
      </LoadingRegion>
    );
  return (
    <ol
      aria-label={t('staff.followUp.list')}
      aria-busy={plan.isOld}
      className={`grid gap-2 transition-opacity ${plan.isOld ? 'opacity-60' : ''}`}
    >
      {plan.planned.map((visit) => (
        <li key={visit.date} className="grid gap-2 rounded-item border border-line px-4 py-3">
          <Planned visit={visit} choice={choiceFor(visit)} onChoose={(key) => choose(visit, key)} />
        </li>
      ))}
    </ol>
  );
}

interface PlannedProps {
  visit: PlannedVisit;
  choice: string;
  onChoose(key: string): void;
}

function Planned({ visit, choice, onChoose }: PlannedProps) {
  const said = formatVisit(currentLang(), visit.date, visit.time);
  const { conflict } = visit;
  if (!conflict)
    return (
      <span className="flex flex-wrap items-center justify-between gap-2">
        <b className="num text-ui font-strong">{said}</b>
        <span className="text-small text-ink-2">{t('staff.followUp.free')}</span>
      </span>
    );
  const offered = [...(canKeepPlannedTime(visit) ? [visit] : []), ...visit.alternatives];
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="num text-ui text-ink-2">{said}</span>
        <Badge>{t(`staff.followUp.conflict.${conflict}`)}</Badge>
      </span>
      <Field label={t('staff.followUp.instead')}>
        <Select className="num" value={choice} onChange={({ target }) => onChoose(target.value)}>
          {offered.map((when) => (
            <option key={toTimeKey(when)} value={toTimeKey(when)}>
              {formatVisit(currentLang(), when.date, when.time)}
            </option>
          ))}
          <option value={skippedTimeKey}>{t('staff.followUp.leaveOut')}</option>
        </Select>
      </Field>
    </>
  );
}
