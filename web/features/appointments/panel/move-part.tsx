import { useEffect, useRef, useState } from 'react';
import { TimeQuestion } from '#web/features/appointments/new/time-question.tsx';
import { dropFilledErrors } from '#web/features/appointments/new/use-new-appointment.ts';
import { VisitTimeFields } from '#web/features/appointments/new/visit-time-fields.tsx';
import { ConflictNotice } from '#web/features/appointments/series/conflict-notice.tsx';
import { StalePanel } from '#web/features/appointments/visit/stale-panel.tsx';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { NextTimes } from './next-times.tsx';
import { type StaffMove, useStaffMove } from './use-staff-move.ts';

/** Moves an appointment: the next free times by one press, any other day or branch by a form. */
export function MovePart(props: StaffMove) {
  const state = useStaffMove(props);
  const { names, seen, stale, when, choose, errors, busy, asking, setAsking, times, submit, move } = state;
  const [elsewhere, setElsewhere] = useState(false);
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={t('staff.move.title')}
      className="grid gap-3 rounded-item border border-line p-4 outline-0"
    >
      {stale && <StalePanel current={seen} />}
      <p className="text-small text-ink-2">
        {t(seen.patient.unreachable ? 'staff.move.chooseUntold' : 'staff.move.choose')}
      </p>
      {seen.seriesId !== null && (
        <Checkbox
          className="-my-2"
          label={t('staff.series.move')}
          checked={state.following}
          onChange={({ target }) => state.setFollowing(target.checked)}
        />
      )}
      <NextTimes visit={seen} kind={props.kind} today={props.today} busy={busy} onChoose={state.moveTo} />
      <ConflictNotice title={t('staff.series.refused')} refused={state.conflicts} />
      <Button
        kind="gho"
        size="sm"
        className="justify-self-start"
        aria-expanded={elsewhere}
        onClick={() => setElsewhere(!elsewhere)}
      >
        {t('staff.move.other')}
      </Button>
      {elsewhere && (
        <form noValidate onSubmit={submit} className="grid gap-4">
          <VisitTimeFields
            idBase="move"
            value={when}
            onChange={choose}
            times={times}
            locations={names.locations}
            today={props.today}
            errors={dropFilledErrors(errors, when)}
          />
          <Button
            type="submit"
            size="sm"
            className="justify-self-start"
            busy={busy && !asking}
            busyLabel={t('staff.move.submitting')}
          >
            {t('staff.move.submit')}
          </Button>
        </form>
      )}
      {asking && when.time && when.locationId !== null && (
        <TimeQuestion
          time={when.time}
          location={names.location(when.locationId)}
          doubt={asking}
          busy={busy}
          onCancel={() => setAsking(null)}
          onConfirm={() => void move(asking)}
        />
      )}
    </section>
  );
}
