import { useEffect, useRef, useState } from 'react';
import { type Appointment, changeAppointment } from '#shared/contract/appointments.ts';
import { addDays, formatTime, formatWeekdayDate } from '#shared/domain/clinic-time.ts';
import { useChange } from '#web/api/changes.ts';
import type { ApiError } from '#web/api/client.ts';
import { readAgain } from '#web/api/hooks.ts';
import { BookingCalendar, CalendarSkeleton } from '#web/features/appointments/booking/booking-calendar.tsx';
import { BookingTimes } from '#web/features/appointments/booking/booking-times.tsx';
import {
  bookableRange,
  refreshBranch,
  useFreeDays,
  useFreeTimes,
  useNextFreeDays,
} from '#web/features/appointments/booking/use-availability.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { branchName, type MyVisitsProps } from './my-visits.ts';

/** Refusals that mean: this time can no longer be had. */
const timeIsGone = new Set<ApiError['code']>([
  'slot_taken',
  'in_the_past',
  'too_soon',
  'outside_hours',
  'off_grid',
]);

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
  const { lang, today, branches } = props;
  const [locationId, setLocationId] = useState(visit.locationId);
  const [date, setDate] = useState<string | null>(null);
  const [time, setTime] = useState<string | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const [refused, setRefused] = useState('');
  const change = useChange(changeAppointment, { untilRead: true });
  const words = (day: string, at: string) => ({
    date: formatWeekdayDate(lang, day),
    time: formatTime(lang, at),
  });

  function choose(day: string | null, at: string | null = null) {
    setDate(day);
    setTime(at);
    setRefused('');
    if (day !== date) setLost(null);
  }
  function onRefused(error: ApiError) {
    setRefused(error.message);
    if (timeIsGone.has(error.code)) {
      setLost(time);
      setTime(null);
      void refreshBranch(locationId);
    }
    if (error.code === 'stale' || error.code === 'not_movable' || error.code === 'past_cutoff')
      void readAgain(['appointments']);
  }
  function move() {
    if (!date || !time) return;
    const moved = locationId === visit.locationId ? {} : { locationId };
    change.mutate(
      {
        params: { id: visit.id },
        body: { appointmentDate: date, appointmentTime: time, ...moved, version: visit.version },
      },
      {
        onSuccess: () => {
          showToast({
            kind: 'success',
            title: t('account.move.doneTitle'),
            description: t('account.move.doneText', words(date, time)),
          });
          onClose();
        },
        onError: onRefused,
      },
    );
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
            disabled={!time}
            busy={change.isPending}
            busyLabel={t('account.move.submitting')}
            onClick={move}
          >
            {t('account.move.submit')}
          </Button>
        </>
      }
    >
      <Field label={t('booking.step.location')}>
        <Select
          value={locationId}
          onChange={(event) => {
            setLocationId(Number(event.target.value));
            choose(null);
          }}
        >
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <When
        {...{ props, visit, locationId, date, time, lost }}
        phone={branches.find(({ id }) => id === locationId)?.phone ?? ''}
        today={today}
        onDate={choose}
        onTime={(at) => choose(date, at)}
      />
      {refused ? (
        <Notice kind="danger" live>
          {refused}
        </Notice>
      ) : (
        <p className="text-small text-ink-2">{t('account.move.pending')}</p>
      )}
    </Dialog>
  );
}

interface WhenProps {
  props: MyVisitsProps;
  visit: Appointment;
  locationId: number;
  today: string;
  date: string | null;
  time: string | null;
  lost: string | null;
  phone: string;
  onDate(date: string): void;
  onTime(time: string): void;
}

function When({ props, visit, locationId, today, date, time, lost, phone, onDate, onTime }: WhenProps) {
  const { lang, daysAhead } = props;
  const lastDay = addDays(today, daysAhead);
  const [month, setMonth] = useState(visit.appointmentDate > lastDay ? today : visit.appointmentDate);
  const where = { locationId, serviceId: visit.serviceId };
  const days = useFreeDays(where, bookableRange(month, today, lastDay));
  const times = useFreeTimes(where, date);
  const full = times.slots?.length === 0;
  const freeDays = useNextFreeDays(where, full ? date : null, today, lastDay);
  const timesArea = useRef<HTMLDivElement>(null);
  const hasTimes = times.slots !== undefined;
  useEffect(() => {
    // On a phone the times lie below the calendar: a chosen day brings them into view.
    if (date && hasTimes) timesArea.current?.scrollIntoView({ block: 'nearest' });
  }, [date, hasTimes]);
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {days.isLoading && !days.days ? (
        <CalendarSkeleton />
      ) : (
        <BookingCalendar
          lang={lang}
          locationId={locationId}
          today={today}
          lastDay={lastDay}
          value={date}
          month={month}
          days={days.days}
          isLoading={days.isLoading}
          onChange={onDate}
          onMonthChange={setMonth}
        />
      )}
      <div ref={timesArea}>
        {date ? (
          <BookingTimes
            lang={lang}
            date={date}
            slots={times.slots}
            isLoading={times.isLoading}
            failed={times.failed}
            onAgain={times.again}
            value={time}
            lost={lost}
            onChange={onTime}
            freeDays={freeDays}
            onDate={(day) => {
              setMonth(day);
              onDate(day);
            }}
            phone={phone}
          />
        ) : (
          <p className="text-ui text-ink-2">{t('booking.time.selectDateFirst')}</p>
        )}
      </div>
    </div>
  );
}
