import { useEffect, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';
import { roles } from '#shared/domain/people/roles.ts';
import type { ApiError } from '#web/api/client.ts';
import { refreshSession, useSession } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { openAuthDialog } from '#web/islands/auth-dialog.ts';
import { defineIsland } from '#web/islands/define.ts';
import { prepareToasts, toast } from '#web/islands/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { useHydrated } from '#web/ui/frame/use-hydrated.ts';
import { checkBooking } from './booking-checks.ts';
import type { BookingChoice, BookingProps } from './booking-choice.ts';
import { BookingForm } from './booking-form.tsx';
import { BookingGate } from './booking-gate.tsx';
import { useBooking } from './use-booking.ts';
import { useBookingState } from './use-booking-state.ts';

/** Refusals that mean: this time can no longer be had. */
const timeIsGone = new Set<ApiError['code']>([
  'slot_taken',
  'in_the_past',
  'too_soon',
  'outside_hours',
  'off_grid',
]);

const chosen = ({ locationId, serviceId, date, time }: BookingChoice): string =>
  [locationId, serviceId, date, time].join();

/** The three views of the booking: a visitor's, a patient's, and everyone else's. */
function BookingIsland(props: BookingProps) {
  const ready = useHydrated();
  const { user, isLoading } = useSession(ready);
  const state = useBookingState(props);
  const { book, busy } = useBooking();
  const [booked, setBooked] = useState<{ appointment: Appointment; left: string } | null>(null);
  const [unsure, setUnsure] = useState(false);
  const [kept, setKept] = useState(false);
  // The form as the booking left it; any other choice begins the next one.
  if (booked && booked.left !== chosen(state.choice)) setBooked(null);
  useEffect(() => void prepareToasts(), []);

  const fail = (description: string) =>
    toast({ kind: 'error', title: t('booking.failed.title'), description });
  const logIn = () => void openAuthDialog({ tab: 'login', onSignedIn: () => setKept(true) });

  function onRefused(error: ApiError) {
    setUnsure(error.isNetwork || error.status >= 500);
    if (timeIsGone.has(error.code)) state.loseTime();
    fail(error.message || t('booking.failed.text'));
    if (error.status === 401) void refreshSession().then(logIn);
  }

  async function confirm() {
    if (!user) return logIn();
    const { choice, service } = state;
    const problem = checkBooking({ user, ...choice, service: service?.englishName ?? null });
    if (problem || !service) return fail(t(problem ?? 'validation.selectAllRequired'));
    const outcome = await book(user, choice, service);
    if ('error' in outcome) return onRefused(outcome.error);
    setUnsure(false);
    setKept(false);
    setBooked({ appointment: outcome.appointment, left: chosen({ ...choice, time: null }) });
    state.clearTime();
    toast({ kind: 'success', title: t('booking.success.title'), description: t('booking.success.text') });
  }

  if (user && !roles[user.role].books) {
    return (
      <BookingGate
        kind="role"
        title={t('booking.notAvailable.title')}
        action={
          <ButtonLink size="lg" href={props.contactHref}>
            {t('booking.notAvailable.button')}
          </ButtonLink>
        }
      >
        <p>{t('booking.notAvailable.text', { role: t(`role.sentence.${user.role}`) })}</p>
      </BookingGate>
    );
  }
  return (
    <>
      {!user && !(ready && isLoading) && (
        <BookingGate
          kind="login"
          className="mb-6 in-data-signed-in:hidden"
          title={t('booking.loginRequired.title')}
          action={
            <Button size="lg" onClick={logIn}>
              {t('booking.loginRequired.button')}
            </Button>
          }
        >
          <p>{t('booking.loginRequired.text')}</p>
          <p className="text-ui">{t('booking.loginRequired.mayChoose')}</p>
        </BookingGate>
      )}
      <BookingForm
        {...props}
        state={state}
        user={user}
        kept={user !== null && (kept || state.recalled)}
        busy={busy}
        unsure={unsure}
        booked={booked?.appointment ?? null}
        onConfirm={() => void confirm()}
      />
    </>
  );
}

export const island = defineIsland({
  name: 'booking',
  areas: ['common', 'errors', 'public', 'booking'],
  component: BookingIsland,
});
