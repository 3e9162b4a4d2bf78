import { useEffect, useState } from 'react';
import type { User } from '#shared/contract/users.ts';
import { type MessageKey, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { StepName } from './booking-steps.ts';

export interface ConfirmProps {
  user: User | null;
  isComplete: boolean;
  /** All choices were restored after signing in or reloading. */
  kept: boolean;
  busy: 'no' | 'sending' | 'asking';
  /**
   * Neither the booking nor the question about its result was answered: the next press asks again before it
   * sends.
   */
  unsure: boolean;
  /** The server's message about an attempt whose answer was lost. */
  found: MessageKey | null;
  /** The step that the button opens; null if a choice opens the next step. */
  next: StepName | null;
  onNext(): void;
  onConfirm(): void;
  /** Id of the form of the last step while it is open: the button submits it. */
  whoForm: string | null;
  /** For a visitor: submitting the form makes the booking. */
  confirmsForm: boolean;
  /** A code is being sent or checked. */
  isSending: boolean;
  /** Text that lists the missing choices. */
  needed: string;
}

const look =
  'bg-deep-btn! text-deep-btn-ink! disabled:bg-on-deep/10! disabled:text-on-deep/60! disabled:border-transparent!';

const stepTexts = {
  location: 'booking.step.location',
  service: 'booking.step.service',
  doctor: 'booking.step.doctor',
  date: 'booking.step.date',
  time: 'booking.step.time',
  who: 'booking.step.who',
} as const;

/** The only button: "Confirm" at the end. On a phone it is hidden until it has something to do. */
export function BookingConfirm(props: ConfirmProps) {
  const { user, isComplete, kept, busy, unsure, found, onConfirm } = props;
  const isSlow = useIsSlow(busy === 'sending');
  const hint = isSlow ? 'booking.waiting.long' : unsure ? 'booking.waiting.unsure' : found;
  if (busy === 'asking') {
    return (
      <p role="status" className="flex min-h-14 items-center gap-3 text-ui font-strong">
        <Spinner />
        {t('booking.waiting.asking')}
      </p>
    );
  }
  const confirms = isComplete && user !== null;
  return (
    <>
      {confirms && kept && <p className="text-small text-on-deep-2">{t('booking.loginRequired.kept')}</p>}
      {confirms ? (
        <Button
          size="lg"
          block
          className={look}
          busy={busy === 'sending'}
          busyLabel={t('booking.processing')}
          onClick={onConfirm}
        >
          {t('booking.confirm')}
        </Button>
      ) : (
        <NextStepButton {...props} />
      )}
      <div role="status" className="empty:hidden">
        {hint ? <p className="text-small text-on-deep-2">{t(hint)}</p> : null}
      </div>
    </>
  );
}

function NextStepButton({ next, onNext, whoForm, confirmsForm, isSending, busy, needed }: ConfirmProps) {
  if (next) {
    return (
      <Button size="lg" block className={look} onClick={onNext}>
        {t('booking.next', { step: t(stepTexts[next]) })}
      </Button>
    );
  }
  if (whoForm) {
    return (
      <Button
        size="lg"
        block
        type="submit"
        form={whoForm}
        className={look}
        busy={isSending || busy === 'sending'}
        busyLabel={t(confirmsForm ? 'booking.processing' : 'booking.who.sending')}
      >
        {t(confirmsForm ? 'booking.confirm' : 'booking.who.send')}
      </Button>
    );
  }
  return (
    <div className="grid gap-2 max-xl:hidden">
      <Button block disabled className={look} aria-describedby="book-missing">
        {t('booking.confirm')}
      </Button>
      <p id="book-missing" className="text-small text-on-deep-2">
        {needed}
      </p>
    </div>
  );
}

/** True once `busy` has lasted so long that the user needs a message. */
function useIsSlow(busy: boolean): boolean {
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
