import type { Appointment } from '#shared/contract/appointments.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/time-words.ts';
import { changeOwn } from '#web/features/appointments/mine/change-own.ts';
import { branchName, type MyVisitsProps } from '#web/features/appointments/mine/my-visits.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { DayAndTime } from './day-and-time.tsx';
import { useMover } from './use-mover.ts';

/**
 * Another time, and another branch if she likes; the visit stays where it is until the server has said yes.
 */
export function MyMoveDialog({
  visit,
  props,
  onClose,
}: {
  visit: Appointment;
  props: MyVisitsProps;
  onClose(): void;
}) {
  const { lang, today, daysAhead, branches } = props;
  const mover = useMover(visit.locationId, ({ locationId, date, time }) => {
    const moved = locationId === visit.locationId ? {} : { locationId };
    return changeOwn(visit, { appointmentDate: date, appointmentTime: time, ...moved });
  });
  const { to, refused } = mover;
  const locationId = mover.when.locationId ?? visit.locationId;
  const words = (day: string, at: string) => ({
    date: formatWeekdayDate(lang, day),
    time: formatTime(lang, at),
  });

  async function move() {
    if (!to || (await mover.move(to))) return;
    const description = t('account.move.doneText', words(to.date, to.time));
    showToast({ kind: 'success', title: t('account.move.doneTitle'), description });
    onClose();
  }
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('account.move.title')}
      description={t('account.move.text', {
        ...words(visit.appointmentDate, visit.appointmentTime),
        location: branchName(props, visit),
      })}
      closeLabel={t('common.action.close')}
      actions={
        <>
          <Button kind="out" onClick={onClose}>
            {t('account.cancel.keep')}
          </Button>
          <Button
            disabled={!to}
            busy={mover.busy}
            busyLabel={t('account.move.submitting')}
            onClick={() => void move()}
          >
            {t('account.move.submit')}
          </Button>
        </>
      }
    >
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
      <DayAndTime
        {...{ lang, today, daysAhead, locationId, mover }}
        serviceId={visit.serviceId}
        from={visit.appointmentDate}
        phone={branches.find(({ id }) => id === locationId)?.phone ?? ''}
        className="grid gap-6 md:grid-cols-2"
      />
      {refused ? (
        <Notice kind="danger" live>
          {refused.message}
        </Notice>
      ) : (
        <p className="text-small text-ink-2">{t('account.move.pending')}</p>
      )}
    </Dialog>
  );
}
