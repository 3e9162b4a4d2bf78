import { formatTimeOf, formatWeekdayDate } from '#shared/domain/format-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { readDoctorChoice } from '#web/features/appointments/doctors/doctor-choice.ts';
import type { AppointmentChanger, BookedVisit } from '#web/features/appointments/mine/change-own.ts';
import { ConflictNotice, listSeriesConflicts } from '#web/features/appointments/series/conflict-notice.tsx';
import { useSeriesChange } from '#web/features/appointments/series/with-later-ones.tsx';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { DayAndTime } from './day-and-time.tsx';
import { useMoveAppointment } from './use-move-appointment.ts';

interface MyMoveDialogProps {
  lang: Lang;
  /** Today's date at the clinic. */
  today: string;
  daysAhead: number;
  visit: BookedVisit;
  /** Name of the current branch. */
  location: string;
  /** Branches to which it may move. */
  branches: readonly { id: number; name: string; phone: string }[];
  change: AppointmentChanger;
  /** The series has later appointments, which can be moved too. */
  hasLater?: boolean;
  onDone?(moved: BookedVisit): void;
  onClose(): void;
}

/**
 * Moves the patient's own appointment to another time or branch. The appointment stays unchanged until the
 * server accepts the move.
 */
export function MyMoveDialog(props: MyMoveDialogProps) {
  const { lang, today, daysAhead, visit, location, branches, onDone, onClose } = props;
  const later = useSeriesChange(visit, { ...props, hint: t('booking.series.allHint') });
  const mover = useMoveAppointment(visit.locationId, async ({ locationId, date, time }) => {
    const branch = locationId === visit.locationId ? {} : { locationId };
    const moved = await later.change(visit, { appointmentDate: date, appointmentTime: time, ...branch });
    onDone?.(moved);
  });
  const { to, refused } = mover;
  const locationId = mover.when.locationId ?? visit.locationId;
  const words = (day: string, at: string) => ({
    date: formatWeekdayDate(lang, day),
    time: formatTimeOf(lang, day, at),
  });

  async function move() {
    if (!to || (await mover.move(to))) return;
    const description = t('booking.move.doneText', words(to.date, to.time));
    showToast({ kind: 'success', title: t('booking.move.doneTitle'), description });
    onClose();
  }
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('booking.move.title')}
      description={t('booking.move.text', {
        ...words(visit.appointmentDate, visit.appointmentTime),
        location,
      })}
      closeLabel={t('common.action.close')}
      actions={
        <>
          <Button kind="out" onClick={onClose}>
            {t('booking.cancel.keep')}
          </Button>
          <Button
            disabled={!to}
            busy={mover.busy}
            busyLabel={t('booking.move.submitting')}
            onClick={() => void move()}
          >
            {t('booking.move.submit')}
          </Button>
        </>
      }
    >
      {branches.length > 1 && (
        <Field label={t('booking.step.location')}>
          <Select
            value={locationId}
            onChange={({ target }) =>
              mover.choose({ locationId: Number(target.value), date: null, time: null })
            }
          >
            {branches.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <DayAndTime
        {...{ lang, today, daysAhead, locationId, mover }}
        serviceId={visit.serviceId}
        doctor={readDoctorChoice(visit)}
        from={visit.appointmentDate}
        keptFor={visit.id}
        phone={branches.find(({ id }) => id === locationId)?.phone ?? ''}
        className="grid gap-6 md:grid-cols-2"
      />
      {later.box}
      <ConflictNotice title={t('booking.series.refused')} refused={listSeriesConflicts(refused)} />
      {refused && listSeriesConflicts(refused).length === 0 ? (
        <Notice kind="danger" live>
          {refused.message}
        </Notice>
      ) : (
        <p className="text-small text-ink-2">{t('booking.move.pending')}</p>
      )}
    </Dialog>
  );
}
