import { Suspense, useEffect } from 'react';
import type { User } from '#shared/contract/users.ts';
import { formatTime, formatWeekdayDate } from '#shared/domain/format-time.ts';
import { CalendarSkeleton } from '#web/features/appointments/calendar-skeleton.tsx';
import { EarliestAnywhere } from '#web/features/appointments/earliest/earliest-anywhere.tsx';
import type { BookedVisit } from '#web/features/appointments/mine/change-own.ts';
import { openWishDialog } from '#web/features/appointments/wishing/open-wish-dialog.ts';
import { joinWithComma, t } from '#web/i18n.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { cx } from '#web/ui/cx.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { lazyPreloaded } from '#web/ui/overlay/lazy-preloaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { BookingProps } from './booking-choice.ts';
import { BookingConfirm, type ConfirmProps } from './booking-confirm.tsx';
import { LoginRequired } from './booking-login.tsx';
import { formatPriceFrom, LocationCards, ServiceCards } from './booking-options.tsx';
import { canPromiseConfirmation } from './booking-promise.ts';
import { BookingStep, UnavailableChoices } from './booking-step.tsx';
import type { StepName } from './booking-steps.ts';
import { BookingVisit } from './booking-visit.tsx';
import type { BookingWhoProps } from './booking-who.tsx';
import { choiceStore } from './choice-store.ts';
import type { OwnVisitPatient } from './own-visit-hint.tsx';
import type { BookingPatient } from './use-booking-patient.ts';
import type { BookingState } from './use-booking-state.ts';
import { useOpenStep } from './use-open-step.ts';
import type { VisitorForm } from './use-visitor-form.ts';

const loadBookingDays = () => loadWithMessages(['booking'], () => import('./booking-days.tsx'));
/** Loaded if the branch is booked by doctor. */
const DoctorCards = lazyPart(() =>
  import('#web/features/appointments/doctors/doctor-cards.tsx').then((m) => m.DoctorCards),
);
const preloadBookingDays = () => void loadBookingDays().catch(() => undefined);
/** Loaded once a branch is chosen: the calendar is a third of the booking's code. */
const BookingDays = lazyPart(() => loadBookingDays().then((m) => m.BookingDays));
/** The last steps, in one file with the calendar, so that they are loaded before a day is chosen. */
const BookingTimes = lazyPreloaded(() =>
  loadWithMessages(['booking'], () => import('./booking-times.tsx').then((m) => m.BookingTimes)),
);
const BookingWho = lazyPreloaded(() =>
  loadWithMessages(['booking'], () => import('./booking-who.tsx').then((m) => m.BookingPatientStep)),
);
// Loaded at once if the address or the tab already contains a branch: then the days are shown first.
if (typeof location !== 'undefined' && choiceStore.read().locationId) preloadBookingDays();

interface BookingFormProps
  extends BookingProps,
    Pick<ConfirmProps, 'kept' | 'busy' | 'unsure' | 'found'>,
    Pick<BookingWhoProps, 'onConfirm'> {
  state: BookingState;
  who: VisitorForm;
  user: User | null;
  whom: BookingPatient;
  /** No user is signed in: the form asks for name and phone. */
  visitor: boolean;
  onLogIn(): void;
  /** Called after the patient's existing appointment was moved to the chosen time. */
  onMoved(visit: BookedVisit): void;
}

const visitorFormId = 'book-who-form';

/**
 * The steps branch, service, doctor, day, time and patient, with a summary beside them. Only the last press
 * books.
 */
export function BookingForm(props: BookingFormProps) {
  const { lang, locations, services, state, who, user, whom, visitor, onConfirm, onLogIn, onMoved } = props;
  const { choice, location, service, byDoctor } = state;
  const codeSent = visitor && who.typed.sent && !who.withoutCode;
  const { names, done, open, below, next, go, look, noteMove } = useOpenStep({
    choice,
    byDoctor,
    codeSent,
    onOtherNumber: who.otherNumber,
  });
  const hasBranch = location !== undefined;
  useEffect(() => {
    if (hasBranch) preloadBookingDays();
  }, [hasBranch]);
  const step = (name: StepName, title: string, value: string | null | undefined) => {
    const beside = (name === 'date' && open === 'time') || (name === 'time' && open === 'date' && done.date);
    const rest = beside ? ('beside' as const) : done[name] ? ('done' as const) : ('waiting' as const);
    return {
      id: `book-${name}`,
      position: names.indexOf(name) + 1,
      title,
      value,
      done: done[name],
      state: name === open || name === below ? ('open' as const) : rest,
      onReopen: () => go(name),
      onLook: () => look(name),
    };
  };
  const patient = toOwnVisitPatient(props);
  const serviceLine = service && joinWithComma(service.name, formatPriceFrom(service.priceFrom) || null);
  const whenOpen = open === 'date' || open === 'time' || below === 'date';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] rounded-panel border border-line bg-surface shadow-panel max-md:-mx-1 max-md:rounded-[22px] xl:grid-cols-[minmax(0,1fr)_348px] xl:overflow-clip">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start px-4 py-2 md:px-[clamp(20px,3.2vw,40px)] md:py-4">
        {visitor && <LoginRequired onLogIn={onLogIn} />}
        <ManagedPersonNotice user={user} whom={whom} />
        <UnavailableChoices of={state.unmet} />
        <BookingStep
          {...step('location', t('booking.step.location'), location?.name)}
          onChosen={() => go(state.choseService() ? null : 'service')}
        >
          <LocationCards locations={locations} value={choice.locationId} onChange={state.chooseLocation} />
          <EarliestAnywhere
            locations={locations}
            serviceId={state.serviceOrFirst}
            onChoose={(earliest) => {
              state.chooseEarliest(earliest);
              go(null);
            }}
          />
        </BookingStep>
        <BookingStep {...step('service', t('booking.step.service'), serviceLine)}>
          {location ? (
            <ServiceCards services={services} value={choice.serviceId} onChange={state.chooseService} />
          ) : (
            service && <p className="text-ui text-ink-2">{service.name}</p>
          )}
        </BookingStep>
        <Doctors state={state} step={step} onChosen={() => go(null)} />
        <div
          className={cx(
            'grid content-start',
            whenOpen && 'gap-x-[clamp(24px,3vw,44px)] md:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)]',
          )}
        >
          <DayAndTimeSteps {...props} patient={patient} step={step} onChosen={() => go(null)} />
        </div>
        <BookingStep {...step('who', getPatientStepTitle(visitor, codeSent), null)}>
          {open === 'who' && (
            <BookingWho
              {...{ who, user, whom, visitor }}
              lang={lang}
              patient={patient && { ...patient, onMoved }}
              callAfter={props.callAfter}
              formId={visitorFormId}
              onConfirm={onConfirm}
              onSend={noteMove}
            />
          )}
        </BookingStep>
      </div>
      <BookingVisit
        lang={lang}
        location={location?.name}
        service={service?.name}
        doctor={state.doctor}
        date={choice.date}
        time={choice.time}
        hears={canPromiseConfirmation(props)}
        price={service ? formatPriceFrom(service.priceFrom) : ''}
        name={getKnownPatientName(whom, who)}
      >
        <BookingConfirm
          {...props}
          onConfirm={() => {
            if (whom.isOther && open !== 'who') go('who');
            onConfirm();
          }}
          isComplete={state.isComplete}
          next={next}
          onNext={() => go(null)}
          whoForm={open === 'who' ? visitorFormId : null}
          isSending={who.busy}
          confirmsForm={codeSent || who.withoutCode === true}
          needed={formatMissingChoices(done, names)}
        />
      </BookingVisit>
    </div>
  );
}

const getPatientStepTitle = (visitor: boolean, codeSent: boolean): string =>
  t(!visitor ? 'booking.step.whose' : codeSent ? 'booking.step.code' : 'booking.step.who');

/**
 * Names the person whose appointments the user manages and for whom this booking is. Its room is kept if the
 * address names a person.
 */
function ManagedPersonNotice({ user, whom }: Pick<BookingFormProps, 'user' | 'whom'>) {
  const { person, isOther } = whom;
  const name = person && person.id !== user?.id && !isOther ? person.name : null;
  return (
    <p className={cx('mt-3 min-h-lh font-strong', name === null && 'hidden in-data-books-for:block')}>
      {name !== null && t('booking.for.person', { name })}
    </p>
  );
}

/** Name of the patient who comes, as far as it is known. */
const getKnownPatientName = (
  { isOther, person, isInDoubt }: BookingPatient,
  { typed }: VisitorForm,
): string => {
  if (isOther) return typed.patient;
  return isInDoubt ? '' : person?.name || typed.name;
};

/** The signed-in patient who comes, with the data needed to compare her other appointments. */
function toOwnVisitPatient({
  user,
  whom,
  state,
  locations,
  cutoffHours,
}: BookingFormProps): OwnVisitPatient | undefined {
  const { person } = whom;
  if (!user || !person || whom.isOther) return undefined;
  const minutes = state.service?.minutes ?? 0;
  const of = person.id === user.id ? null : person.name;
  return { id: person.id, of, minutes, choice: state.choice, locations, cutoffHours };
}

/** Text that lists the choices missing before "Confirm". */
function formatMissingChoices(done: Readonly<Record<StepName, boolean>>, names: readonly StepName[]): string {
  const pieces = (['location', 'doctor', 'date', 'time'] as const)
    .filter((name) => names.includes(name) && !done[name])
    .map((name) => t(`booking.needed.${name}`));
  return t('booking.needed', { what: joinWithComma(...pieces) });
}

/** Choice of the doctor, at branches that are booked by doctor. */
function Doctors({ state, step, onChosen }: Pick<WhenProps, 'state' | 'step' | 'onChosen'>) {
  const { choice, location, doctor } = state;
  if (location?.bookedBy !== 'doctor') return null;
  return (
    <BookingStep {...step('doctor', t('booking.step.doctor'), doctor)} onChosen={onChosen}>
      <Suspense fallback={<Skeleton className="h-48" />}>
        <DoctorCards
          locationId={location.id}
          serviceId={choice.serviceId}
          value={choice.doctor}
          onChange={state.chooseDoctor}
        />
      </Suspense>
    </BookingStep>
  );
}

interface WhenProps extends BookingFormProps {
  patient: OwnVisitPatient | undefined;
  step(
    name: StepName,
    title: string,
    value: string | null | undefined,
  ): Omit<Parameters<typeof BookingStep>[0], 'children'>;
  onChosen(): void;
}

function DayAndTimeSteps({ lang, today, state, patient, step, onChosen }: WhenProps) {
  const { choice, location, days, times } = state;
  const dateStep = step('date', t('booking.step.date'), choice.date && formatWeekdayDate(lang, choice.date));
  const timeStep = step('time', t('booking.step.time'), choice.time && formatTime(lang, choice.time));
  const wide = timeStep.state === 'waiting' && dateStep.state === 'open';
  const chooseDate = (date: string) => {
    state.chooseDate(date);
    onChosen();
  };
  const { locationId, serviceId } = choice;
  const wait = (date: string, until?: string) =>
    void openWishDialog({ today, preset: { locationId, serviceId, date, until } });
  return (
    <>
      <BookingStep {...dateStep}>
        {location && dateStep.state !== 'waiting' ? (
          <Suspense fallback={<CalendarSkeleton />}>
            <BookingDays
              lang={lang}
              locationId={location.id}
              labelledBy="book-date"
              days={days}
              value={choice.date}
              onChange={chooseDate}
              onWait={() => wait(days.from, days.to)}
            />
          </Suspense>
        ) : null}
      </BookingStep>
      <BookingStep {...timeStep} onChosen={onChosen}>
        {choice.date && location ? (
          <BookingTimes
            lang={lang}
            date={choice.date}
            slots={times.slots}
            isLoading={times.isLoading}
            failed={times.failed}
            onAgain={times.again}
            value={choice.time}
            lost={state.lost}
            kept={state.kept}
            onChange={state.chooseTime}
            freeDays={days.nextFree}
            onDate={chooseDate}
            onWait={() => choice.date && wait(choice.date)}
            phone={location.phone}
            patient={patient}
          />
        ) : (
          wide && <p className="text-ui text-ink-2 max-md:hidden">{t('booking.time.selectDateFirst')}</p>
        )}
      </BookingStep>
    </>
  );
}
