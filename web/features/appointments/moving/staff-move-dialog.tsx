import { formatTimeOf, formatWeekdayDate } from '#shared/domain/time-words.ts';
import { TimeQuestion } from '#web/features/appointments/new/time-question.tsx';
import { errorsLeft } from '#web/features/appointments/new/use-new-appointment.ts';
import { VisitTimeFields } from '#web/features/appointments/new/visit-time-fields.tsx';
import { ConflictNotice } from '#web/features/appointments/series/conflict-notice.tsx';
import { patientName } from '#web/features/appointments/visit/appointment-names.ts';
import { StalePanel } from '#web/features/appointments/visit/stale-panel.tsx';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { type StaffMove, useStaffMove } from './use-staff-move.ts';

/** Another day, time or branch for an appointment. Mounted while it is open. */
export function StaffMoveDialog(props: StaffMove) {
  const { today, onClose } = props;
  const state = useStaffMove(props);
  const { names, seen, stale, when, choose, errors, busy, asking, setAsking, times, submit, move } = state;
  const lang = currentLang();
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        size="md"
        title={t('staff.move.title')}
        description={t('staff.move.text', {
          name: patientName(seen.patient),
          date: formatWeekdayDate(lang, seen.appointmentDate),
          time: formatTimeOf(lang, seen.appointmentDate, seen.appointmentTime),
          location: names.location(seen.locationId, seen.locationName),
        })}
        closeLabel={t('common.action.close')}
        onSubmit={submit}
        actions={
          <>
            <Button kind="gho" onClick={onClose}>
              {t(stale ? 'staff.live.takeTheirs' : 'common.action.cancel')}
            </Button>
            <Button type="submit" busy={busy && !asking} busyLabel={t('staff.move.submitting')}>
              {t('staff.move.submit')}
            </Button>
          </>
        }
      >
        {stale && <StalePanel current={seen} />}
        <VisitTimeFields
          idBase="move"
          value={when}
          onChange={choose}
          times={times}
          locations={names.locations}
          today={today}
          errors={errorsLeft(errors, when)}
        />
        {seen.seriesId !== null && (
          <Checkbox
            className="-my-2"
            label={t('staff.series.move')}
            checked={state.following}
            onChange={({ target }) => state.setFollowing(target.checked)}
          />
        )}
        <ConflictNotice title={t('staff.series.refused')} refused={state.conflicts} />
      </Dialog>
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
    </>
  );
}
