import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { listNoShows } from '#shared/contract/desk/no-shows.ts';
import type { User } from '#shared/contract/users.ts';
import { roles } from '#shared/domain/people/roles.ts';
import { useMultiStepChange } from '#web/api/changes.ts';
import { ApiError, callUntyped, getErrorMessage } from '#web/api/client.ts';
import { refreshSession, useSession } from '#web/api/session.ts';
import type { ExistingBookingReason } from '#web/features/appointments/booked/booked-panel.tsx';
import { toDoctorChoiceBody } from '#web/features/appointments/doctors/doctor-choice.ts';
import type { BookedVisit } from '#web/features/appointments/mine/change-own.ts';
import { isTimeGone } from '#web/features/appointments/time-is-gone.ts';
import { type MessageKey, t } from '#web/i18n.ts';
import { openAuthDialog } from '#web/islands/auth-dialog.ts';
import { defineIsland } from '#web/islands/define.ts';
import { loadWithMessages } from '#web/islands/message-files.ts';
import { preloadToastHost, toast } from '#web/islands/toast.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { checkBooking } from './booking-checks.ts';
import { type BookingChoice, type BookingProps, completeChoice } from './booking-choice.ts';
import { BookingForm } from './booking-form.tsx';
import { BookingGate } from './booking-gate.tsx';
import { chooseBookedText } from './booking-promise.ts';
import { type BookingOutcome, useBooking, useVisitorBooking } from './use-booking.ts';
import { useBookingPatient } from './use-booking-patient.ts';
import { useBookingState } from './use-booking-state.ts';
import { leaveStepHistory } from './use-step-history.ts';
import { type NameMismatch, useNameMismatch } from './use-typed-name.ts';
import { useVisitorForm } from './use-visitor-form.ts';

/** Loaded while the booking is being sent, because most visitors never get this far. */
const BookedPanel = lazyPart(() =>
  loadWithMessages(['booking'], () => import('#web/features/appointments/booked/booked-panel.tsx')).then(
    (m) => m.BookedPanel,
  ),
);

/**
 * Placeholder of the confirmation while its code loads; scrolled into view at once, so that the content below
 * it does not appear first.
 */
function ConfirmationPlaceholder() {
  const room = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => room.current?.scrollIntoView({ block: 'start' }), []);
  return (
    <div ref={room} className="scroll-mt-20">
      <Skeleton className="min-h-svh rounded-panel!" />
    </div>
  );
}

/** Dialog for a typed number that belongs to an account with another name. */
const PatientMismatchDialog = lazyPart(() =>
  loadWithMessages(['booking'], () => import('./patient-mismatch-dialog.tsx')).then(
    (m) => m.PatientMismatchDialog,
  ),
);

/** A patient who has just signed in is told that the clinic calls first, and then decides whether to book. */
const isCallRequired = async ({ callAfter }: BookingProps, patientId: number): Promise<boolean> =>
  callAfter !== null &&
  (await callUntyped(listNoShows, { query: { patientId: String(patientId) } }).catch(() => null))
    ?.waitsForCall === true;

const showBookedToast = (booked: Parameters<typeof chooseBookedText>[0]): void =>
  toast({
    kind: 'success',
    title: t('booking.success.title'),
    description: t(chooseBookedText(booked)),
  });

const serializeChoice = ({ locationId, serviceId, doctor, date, time }: BookingChoice): string =>
  [locationId, serviceId, doctor, date, time].join();

/**
 * Reads the session again when the user returns to this tab: a mailed link may have signed the user in
 * elsewhere.
 */
function useRerenderOnReturn(): void {
  const [, look] = useState(0);
  useEffect(() => {
    const again = () => look((times) => times + 1);
    document.addEventListener('visibilitychange', again);
    return () => document.removeEventListener('visibilitychange', again);
  }, []);
}

function NotForRole({ role, contactHref }: Pick<BookingProps, 'contactHref'> & Pick<User, 'role'>) {
  return (
    <BookingGate
      kind="role"
      title={t('booking.notAvailable.title')}
      action={
        <ButtonLink size="lg" href={contactHref}>
          {t('booking.notAvailable.button')}
        </ButtonLink>
      }
    >
      <p>{t('booking.notAvailable.text', { role: t(`role.sentence.${role}`) })}</p>
    </BookingGate>
  );
}

/**
 * The user's appointments are locked in this browser: a rejected booking would reveal the time of an existing
 * appointment.
 */
function LockedBookingNotice() {
  return (
    <BookingGate
      kind="login"
      title={t('booking.locked.title')}
      action={
        <ButtonLink size="lg" href="/profile">
          {t('booking.locked.button')}
        </ButtonLink>
      }
    >
      <p>{t('booking.locked.text')}</p>
    </BookingGate>
  );
}

/**
 * Patients may have reserved times. They are not read while the appointments are locked, because they would
 * reveal offers.
 */
const hasOffers = (
  user: ReturnType<typeof useSession>['user'],
  lock: ReturnType<typeof useSession>['lock'],
): boolean => user?.role === 'patient' && lock !== 'shut';

/** The three views of the booking: for visitors, for patients and for other roles. */
function BookingIsland(props: BookingProps) {
  const ready = useHydrated();
  useRerenderOnReturn();
  const { user, isLoading, lock } = useSession(ready);
  const visitor = !user && !(ready && isLoading);
  const { send, settle, busy } = useBooking();
  const byNumber = useVisitorBooking();
  const [booked, setBooked] = useState<{
    appointment: BookedVisit;
    phone: string | null;
    left: string;
    note: ExistingBookingReason | null;
    link: string | undefined;
  } | null>(null);
  // The booking itself takes the time; free times are read again when the form is shown again.
  const isAsleep = booked !== null || busy === 'sending' || byNumber.busy;
  const state = useBookingState(props, { isAsleep, hasOffers: hasOffers(user, lock) });
  const who = useVisitorForm(ready && state.isComplete, visitor);
  const whom = useBookingPatient(user, who);
  /** While the question is unanswered, nothing is booked. */
  const { doubt, ...question } = useNameMismatch(user, who, whom);
  const [unsure, setUnsure] = useState(false);
  const [found, setFound] = useState<MessageKey | null>(null);
  const [kept, setKept] = useState(false);
  // The choices are compared with those after the booking; any other choice starts the next booking.
  if (booked && booked.left !== serializeChoice(state.choice)) setBooked(null);
  useEffect(preloadToastHost, []);
  const { isComplete } = state;
  useEffect(() => {
    // Loaded before the press, because the network may be gone then.
    if (isComplete) void import('./typed-person.ts').catch(() => undefined);
  }, [isComplete]);
  const fail = (description: string) =>
    toast({ kind: 'error', title: t('booking.failed.title'), description });
  const logIn = () => void openAuthDialog({ tab: 'login', onSignedIn: () => setKept(true) });

  /** Shows the result of an attempt. Returns true if another attempt may be sent. */
  function tell(outcome: BookingOutcome, left: BookingChoice, patientId?: number): boolean {
    setUnsure(outcome.is === 'silence');
    setFound(outcome.is === 'nothing' ? 'booking.waiting.nothing' : null);
    if (outcome.is === 'nothing') return true;
    if (outcome.is === 'silence') fail(`${outcome.error.message} ${t('booking.waiting.unsure')}`);
    else if (outcome.is === 'refused') onRefused(outcome.error, patientId);
    else {
      const { appointment, phone, link } = outcome;
      const earlier = outcome.is === 'earlier';
      setKept(false);
      const rest = serializeChoice(earlier ? left : { ...left, time: null });
      setBooked({ appointment, phone, note: earlier ? 'earlier' : null, link, left: rest });
      if (!earlier) state.clearTime();
      who.forget();
      leaveStepHistory();
      showBookedToast(outcome);
    }
    return false;
  }

  /** Shows an existing appointment of the patient in place of the form. */
  function showOwn(appointment: BookedVisit, note: ExistingBookingReason | null) {
    const phone = user?.phone ?? null;
    setBooked({
      appointment,
      phone,
      note,
      link: undefined,
      left: serializeChoice({ ...state.choice, time: null }),
    });
    state.clearTime();
    leaveStepHistory();
  }

  /** The patient has another appointment at that time: names it, or shows it if it is the wanted one. */
  async function onBusy(error: ApiError, patientId: number) {
    const { fetchOwnVisit: askOwnVisit } = await import('./own-visits.ts');
    const { locationId, date, time } = state.choice;
    const wanted =
      locationId && date ? { locationId, date, time, minutes: state.service?.minutes ?? 0 } : null;
    const own = wanted && (await askOwnVisit(patientId, wanted).catch(() => null));
    if (own?.is === 'same') showOwn(own.visit, 'already');
    else if (own?.is === 'overlapping')
      toast({ kind: 'error', title: t('booking.own.overlapping'), description: t('booking.own.other') });
    else fail(error.message);
  }

  function onRefused(error: ApiError, patientId: number | undefined) {
    if (error.code === 'patient_busy' && patientId !== undefined) return void onBusy(error, patientId);
    if (isTimeGone(error)) state.loseTime();
    fail(getErrorMessage(error, t('booking.failed.wordless')));
    if (error.status === 401) void refreshSession().then(logIn);
    if (error.code === 'visits_locked') void refreshSession();
  }

  // An attempt without an answer, left by a reload or a change of user: its result is read first.
  const userId = user?.id;
  const isShut = lock === 'shut';
  useEffect(() => {
    if (user && !isShut)
      void settle(user).then((outcome) => {
        if (outcome) tell(outcome, state.choice);
      });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each person who comes
  }, [userId, isShut]);

  async function confirmByNumber() {
    const person = await who.named();
    const choice = completeChoice(state.choice);
    if (!person) return;
    if (!choice) return fail(t('validation.selectAllRequired'));
    const { locationId, serviceId, doctor, date, time } = choice;
    const wish = { locationId, serviceId, appointmentDate: date, appointmentTime: time };
    const outcome = await byNumber.send({ ...person, ...wish, ...toDoctorChoiceBody(doctor ?? 'any') });
    if (outcome.is === 'refused' && outcome.error.fields.phone) return who.refuse(outcome.error);
    tell(outcome, state.choice);
  }

  async function confirm(isNewPatient?: boolean) {
    if (!user && who.withoutCode) return confirmByNumber();
    if (whom.isOther && !(await who.hasPatient())) return;
    if (doubt) return question.ask(doubt.account, doubt.typed);
    const typed = who.typed.name;
    const account = user ?? (await who.enter(isNewPatient));
    if (!account) return;
    const { findTypedPatientId: meansOf, saveAccountName: nameAccount } = await import('./typed-person.ts');
    await nameAccount(account, typed);
    const typedId = meansOf(account, typed);
    if (whom.isOther) return typedId === null ? question.ask(account, typed.trim()) : bookForOther(account);
    const chosenId = user && whom.person?.id;
    const patientId = chosenId && chosenId !== account.id ? chosenId : typedId;
    if (patientId === null) return question.ask(account, typed.trim());
    if (user) return bookFor(user, patientId);
    await enterAndBook(account, patientId);
  }
  /**
   * Books for a user who has just signed in, unless a notice has to be shown first: the clinic calls before
   * it confirms, or the patient has another appointment on that day.
   */
  async function enterAndBook(account: User, patientId: number) {
    whom.choose(patientId);
    who.keep({ isOther: false });
    if ((await isCallRequired(props, patientId)) || (await hasVisitThatDay(patientId))) return setKept(true);
    await bookFor(account, patientId);
  }
  /** True if the patient has another appointment on that day, so that she sees it before she books. */
  async function hasVisitThatDay(patientId: number): Promise<boolean> {
    const { fetchOwnVisit: askOwnVisit } = await import('./own-visits.ts');
    const { locationId, date, time } = state.choice;
    if (!locationId || !date) return false;
    const own = await askOwnVisit(patientId, { locationId, date, time, minutes: 0 }).catch(() => null);
    return own !== null;
  }
  async function bookForOther(account: User) {
    const { findOrAddPatient: otherPerson } = await import('./typed-person.ts');
    try {
      const patientId = await otherPerson(account, who.typed.patient);
      // Otherwise the visitor's own name would choose her as the patient.
      who.keep({ name: '' });
      await enterAndBook(account, patientId);
    } catch (error) {
      fail(error instanceof ApiError ? error.message : t('booking.failed.text'));
    }
  }
  async function bookFor(person: User, patientId: number) {
    const choice = completeChoice(state.choice);
    const problem = checkBooking({ user: person, ...state.choice });
    if (problem || !choice) return fail(t(problem ?? 'validation.selectAllRequired'));
    const before = await settle(person);
    if (before && !tell(before, state.choice)) return;
    tell(await send({ user: person, patientId, choice }), state.choice, patientId);
  }
  const answering = useMultiStepChange(async ({ account, typed }: NameMismatch) => {
    const { addFamilyMember: addTyped } = await import('./typed-person.ts');
    try {
      const patientId = await addTyped(account, typed);
      question.end();
      await enterAndBook(account, patientId);
    } catch (error) {
      fail(error instanceof ApiError ? error.message : t('booking.failed.text'));
    }
  });

  if (user && !roles[user.role].books) return <NotForRole role={user.role} contactHref={props.contactHref} />;
  if (user && isShut) return <LockedBookingNotice />;
  if (booked) {
    return (
      <Suspense fallback={<ConfirmationPlaceholder />}>
        <BookedPanel
          key={booked.appointment.id}
          {...props}
          appointment={booked.appointment}
          phone={booked.phone}
          note={booked.note}
          link={booked.link}
          onAnother={() => setBooked(null)}
        />
      </Suspense>
    );
  }
  return (
    <>
      {doubt && question.isOpen && (
        <Suspense fallback={null}>
          <PatientMismatchDialog
            account={doubt.account}
            typed={doubt.typed}
            patient={doubt.patient}
            busy={answering.isPending}
            onTyped={() => answering.mutate(doubt)}
            onAccount={() => {
              who.keep({ name: '' });
              void (doubt.patient === null
                ? enterAndBook(doubt.account, doubt.account.id)
                : bookForOther(doubt.account));
            }}
            onClose={question.close}
          />
        </Suspense>
      )}
      <BookingForm
        {...props}
        {...{ state, who, user, visitor }}
        whom={{ ...whom, isInDoubt: doubt !== null }}
        kept={user !== null && (kept || state.recalled)}
        busy={byNumber.busy ? 'sending' : busy}
        unsure={unsure}
        found={found}
        onConfirm={(isNewPatient) =>
          void confirm(isNewPatient).catch((error: unknown) =>
            fail(getErrorMessage(error, t('booking.failed.text'))),
          )
        }
        onLogIn={logIn}
        onMoved={(visit) => showOwn(visit, 'moved')}
      />
    </>
  );
}

export const island = defineIsland({
  name: 'booking',
  areas: ['common', 'errors', 'booking-first'],
  component: BookingIsland,
});
