import { useEffect, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { User } from '#shared/contract/users.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { BookedNotice } from './booking-booked.tsx';
import { BookingCalendar, CalendarSkeleton } from './booking-calendar.tsx';
import type { BookingProps } from './booking-choice.ts';
import { LocationCards, ServiceCards } from './booking-options.tsx';
import { BookingStep } from './booking-step.tsx';
import { BookingTimes } from './booking-times.tsx';
import { BookingVisit } from './booking-visit.tsx';
import type { BookingState } from './use-booking-state.ts';

interface BookingFormProps extends BookingProps {
  state: BookingState;
  user: User | null;
  /** Brought here by logging in, with everything still chosen. */
  kept: boolean;
  busy: boolean;
  /** Silence after the last press: the same booking may be asked for again. */
  unsure: boolean;
  /** What she has just booked, until she chooses again. */
  booked: Appointment | null;
  onConfirm: () => void;
}

/** Branch, service, day, time; what is chosen stands beside it and only the last press books. */
export function BookingForm(props: BookingFormProps) {
  const { lang, locations, services, state, booked } = props;
  const { choice, location, service } = state;
  const branchOf = ({ locationId, locationName }: Appointment) =>
    locations.find(({ id }) => id === locationId)?.name ?? locationName;
  return (
    <div className="grid overflow-clip rounded-panel border border-line bg-surface shadow-panel max-md:-mx-1 max-md:rounded-[22px] xl:grid-cols-[minmax(0,1fr)_348px]">
      <div className="grid content-start gap-9 px-4 pt-[22px] pb-[26px] md:p-[clamp(20px,3.2vw,44px)]">
        <BookingStep
          id="book-location"
          position={1}
          title={t('booking.step.location')}
          done={location !== undefined}
        >
          <LocationCards locations={locations} value={choice.locationId} onChange={state.chooseLocation} />
        </BookingStep>
        <BookingStep
          id="book-service"
          position={2}
          title={t('booking.step.service')}
          done={service !== undefined}
        >
          {location ? (
            <ServiceCards services={services} value={choice.serviceId} onChange={state.chooseService} />
          ) : (
            <p className="text-ui text-ink-2">{t('booking.location.first')}</p>
          )}
        </BookingStep>
        <WhenSteps {...props} />
      </div>
      <BookingVisit
        lang={lang}
        location={location?.name}
        service={service?.name}
        date={choice.date}
        time={choice.time}
        done={booked !== null}
      >
        {booked ? (
          <BookedNotice key={booked.id} lang={lang} appointment={booked} branch={branchOf(booked)} />
        ) : (
          <Confirm {...props} />
        )}
      </BookingVisit>
    </div>
  );
}

/** The button, and what is said beside it: what is missing, that it takes long, what came of it. */
function Confirm({ state, user, kept, busy, unsure, onConfirm }: BookingFormProps) {
  const { choice, location, service, isComplete } = state;
  const isSlow = useSlow(busy);
  const hint = isSlow ? 'booking.waiting.long' : unsure ? 'booking.waiting.unsure' : null;
  const missing =
    location && service && choice.date ? 'booking.confirm.missingTime' : 'booking.confirm.missing';
  return (
    <>
      {user && isComplete && (
        <p className="text-small text-on-deep-2">
          {t('booking.visit.bookedFor', { name: user.name || user.username || '' })}
        </p>
      )}
      {kept && isComplete && <p className="text-small text-on-deep-2">{t('booking.loginRequired.kept')}</p>}
      <Button
        size="lg"
        block
        className="bg-deep-btn! text-deep-btn-ink! disabled:bg-on-deep/10! disabled:text-on-deep/60! disabled:border-transparent!"
        disabled={!isComplete}
        busy={busy}
        busyLabel={t('booking.processing')}
        aria-describedby={isComplete ? undefined : 'book-missing'}
        onClick={onConfirm}
      >
        {t(user ? 'booking.confirm' : 'booking.loginRequired.confirm')}
      </Button>
      {!isComplete && (
        <p id="book-missing" className="text-small text-on-deep-2">
          {t(missing)}
        </p>
      )}
      <div role="status" className="empty:hidden">
        {hint ? <p className="text-small text-on-deep-2">{t(hint)}</p> : null}
      </div>
    </>
  );
}

/** Busy for longer than people wait without a word. */
function useSlow(busy: boolean): boolean {
  const [slowSince, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), 4000);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return busy && slowSince;
}

function WhenSteps({ lang, today, state }: BookingFormProps) {
  const { choice, location, lastDay, month, days, times } = state;
  const [hadDays, setHadDays] = useState(false);
  if (days.days && !hadDays) setHadDays(true);
  if (!location) {
    return (
      <div className="grid gap-9 md:grid-cols-2">
        <BookingStep id="book-date" position={3} title={t('booking.step.date')} done={false}>
          <p className="text-ui text-ink-2">{t('booking.location.first')}</p>
        </BookingStep>
        <BookingStep id="book-time" position={4} title={t('booking.step.time')} done={false}>
          <p className="text-ui text-ink-2">{t('booking.time.selectDateFirst')}</p>
        </BookingStep>
      </div>
    );
  }
  return (
    <div className="grid content-start gap-[clamp(24px,3vw,44px)] md:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)]">
      <BookingStep id="book-date" position={3} title={t('booking.step.date')} done={choice.date !== null}>
        {days.isLoading && !hadDays ? (
          <CalendarSkeleton />
        ) : (
          <BookingCalendar
            lang={lang}
            locationId={location.id}
            today={today}
            lastDay={lastDay}
            value={choice.date}
            month={month}
            days={days.days}
            isLoading={days.isLoading}
            onChange={state.chooseDate}
            onMonthChange={state.showMonth}
          />
        )}
      </BookingStep>
      <BookingStep id="book-time" position={4} title={t('booking.step.time')} done={choice.time !== null}>
        {choice.date ? (
          <BookingTimes
            lang={lang}
            date={choice.date}
            slots={times.slots}
            isLoading={times.isLoading}
            failed={times.failed}
            onAgain={times.again}
            value={choice.time}
            lost={state.lost}
            onChange={state.chooseTime}
            nextFreeDay={state.nextFreeDay}
            onDate={state.chooseDate}
            phone={location.phone}
          />
        ) : (
          <p className="text-ui text-ink-2">{t('booking.time.selectDateFirst')}</p>
        )}
      </BookingStep>
    </div>
  );
}
