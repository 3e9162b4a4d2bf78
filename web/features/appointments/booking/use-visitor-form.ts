import { useEffect, useState } from 'react';
import { currentUser, requestCode, signInWays, verifyCode } from '#shared/contract/accounts.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import type { User } from '#shared/contract/users.ts';
import { sendChange, useMultiStepChange } from '#web/api/changes.ts';
import { ApiError, call } from '#web/api/client.ts';
import { now } from '#web/api/clock.ts';
import { draftStore } from '#web/api/drafts.ts';
import { useRead } from '#web/api/hooks.ts';
import { setSessionUser } from '#web/api/session.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { useCountdown } from '#web/ui/form/use-countdown.ts';

const visitorFieldNames = ['patient', 'name', 'phone', 'email', 'otp'] as const;
export type VisitorField = (typeof visitorFieldNames)[number];
interface VisitorInput extends Record<Exclude<VisitorField, 'otp'>, string> {
  channel: 'sms' | 'whatsapp';
  /** The appointment is for another person: `patient` is that person's name. */
  isOther: boolean;
  sent: boolean;
  /** Time from which a new code can be sent, by the device's clock in milliseconds; 0 if none was sent. */
  resendAt: number;
}
export type VisitorErrors = Partial<Record<VisitorField | 'form', string>>;

const draft = draftStore<VisitorInput>('booking-who');
const emptyVisitorInput: VisitorInput = {
  patient: '',
  name: '',
  phone: '',
  email: '',
  channel: 'sms',
  isOther: false,
  sent: false,
  resendAt: 0,
};
/** Validation of the details: loaded when the first field gets the focus. */
const loadVisitorChecks = () => import('#web/features/appointments/visitor-checks.ts');

function toVisitorErrors(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): VisitorErrors {
  const found: VisitorErrors = {};
  for (const { path, message } of issues) {
    const field = visitorFieldNames.find((known) => known === path[0]);
    if (field) found[field] ??= translateValidation(message);
  }
  return found;
}

/**
 * The person who books: a visitor enters name and phone, then the code that verifies it. A correct code signs
 * her in. The typed name is kept until `forget`, because it may differ from the account's name.
 */
export function useVisitorForm(enabled: boolean, visitor = enabled) {
  const ways = useRead(signInWays, undefined, { enabled: enabled && visitor }).data;
  const [typed, setTyped] = useState(emptyVisitorInput);
  const [otp, setOtp] = useState('');
  const [errors, setErrors] = useState<VisitorErrors>({});
  /** Her number belongs to several patients, and the server asked which of them she is or whether she is new. */
  const [asksName, setAsksName] = useState(false);
  const [wait, beginWait] = useCountdown();
  const [isRead, setRead] = useState(false);
  if (enabled && !isRead) {
    setRead(true);
    setTyped({ ...emptyVisitorInput, ...draft.read() });
  }
  useEffect(() => {
    beginWait(Math.max(0, Math.ceil((typed.resendAt - now().getTime()) / 1000)));
  }, [typed.resendAt, beginWait]);
  const byEmail = ways !== undefined && !ways.phone && ways.codes.includes('email');

  function keep(more: Partial<typeof typed>) {
    void loadVisitorChecks().catch(() => undefined);
    setTyped((now) => {
      const next = { ...now, ...more };
      draft.keep(next);
      return next;
    });
  }
  const sent = (resendIn: number) => keep({ sent: true, resendAt: now().getTime() + resendIn * 1000 });
  const address = () => ({ phone: typed.phone, ...(byEmail ? { email: typed.email } : {}) });

  function place(error: unknown) {
    if (!(error instanceof ApiError)) throw error;
    const { otp: left, phone, email } = error.fields;
    if (left) setErrors({ otp: left === error.message ? left : `${error.message} ${left}` });
    else setErrors(phone || email ? { phone, email } : { form: error.message });
  }

  const sending = useMultiStepChange(async (body: BodyInput<typeof requestCode>) => {
    for (let lost = false; ; lost = true) {
      try {
        const { resendInSeconds } = await sendChange(requestCode, { body });
        return sent(resendInSeconds);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (lost && error.code === 'rate_limited') {
          return sent(60);
        }
        if (lost || !error.isNetwork) return place(error);
      }
    }
  });
  /** Errors in the name of the other person who comes; null if there are none. */
  async function patientProblem(): Promise<VisitorErrors | null> {
    const { parseVisitorName: checkName } = await loadVisitorChecks();
    const isWrong = typed.isOther && !checkName(typed.patient).success;
    return isWrong ? { patient: t('booking.who.patientMissing') } : null;
  }
  /** Whether the name of the other person is valid; shows the message under its field if not. */
  async function hasPatient(): Promise<boolean> {
    const problem = await patientProblem();
    setErrors(problem ?? {});
    return problem === null;
  }
  /**
   * Sends the code. If the answer was lost, sends again: "too soon" then means that the first request
   * arrived.
   */
  async function sendCode(): Promise<void> {
    const { parseVisitorName: checkName, parseCodeRequest: checkAddress } = await loadVisitorChecks();
    const named = checkName(typed.name);
    const name = named.success ? named.data : undefined;
    const body = checkAddress({ ...address(), channel: typed.channel, name });
    const patientError = await patientProblem();
    if (!(named.success && body.success) || patientError) {
      const nameError = named.success ? {} : { name: t('booking.who.nameMissing') };
      setErrors({
        ...patientError,
        ...nameError,
        ...(body.success ? {} : toVisitorErrors(body.error.issues)),
      });
      return;
    }
    setErrors({});
    await sending.mutateAsync(body.data);
  }

  const entering = useMultiStepChange(async (body: BodyInput<typeof verifyCode>): Promise<User | null> => {
    try {
      const { user } = await sendChange(verifyCode, { body }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.isNetwork)) throw error;
        // The answer was lost: the user may be signed in.
        return call(currentUser).catch(() => Promise.reject(error));
      });
      document.documentElement.dataset.signedIn = '';
      setOtp('');
      setAsksName(false);
      const { patient, name, isOther } = typed;
      keep({ ...emptyVisitorInput, patient, name, isOther });
      setSessionUser(user);
      return user;
    } catch (error) {
      if (error instanceof ApiError && error.isNetwork) setErrors({ otp: t('booking.who.codeUnheard') });
      else if (error instanceof ApiError && error.fields.name) {
        setAsksName(true);
        setErrors({ name: error.fields.name });
      } else place(error);
      return null;
    }
  });
  /** Checks the code and returns the signed-in user; null if it was wrong or there was no answer. */
  async function enter(isNewPatient = false): Promise<User | null> {
    const { parseEnteredCode: checkCode } = await loadVisitorChecks();
    const body = checkCode({ ...address(), name: typed.name, isNewPatient, otp: otp.trim() });
    if (!body.success) {
      setErrors(toVisitorErrors(body.error.issues));
      return null;
    }
    setErrors({});
    return entering.mutateAsync(body.data);
  }

  /** Validated name and phone for a booking without code; null if one is missing. */
  async function named(): Promise<{ name: string; phone: string } | null> {
    const { parseVisitor: checkWhoBooks } = await loadVisitorChecks();
    const person = checkWhoBooks({ ...typed, name: typed.isOther ? typed.patient : typed.name });
    const { name, ...found } = person.success ? {} : toVisitorErrors(person.error.issues);
    const nameError = typed.isOther
      ? { patient: t('booking.who.patientMissing') }
      : { name: t('booking.who.nameMissing') };
    setErrors(name ? { ...nameError, ...found } : found);
    return person.success ? person.data : null;
  }

  return {
    typed,
    otp,
    errors,
    busy: sending.isPending || entering.isPending,
    wait,
    byEmail,
    ways,
    keep,
    setOtp,
    sendCode,
    named,
    hasPatient,
    /** Called after the booking: clears the stored details. */
    forget() {
      draft.clear();
      setTyped(emptyVisitorInput);
    },
    /** The clinic cannot send codes: name and number are enough. */
    withoutCode: ways && ways.codes.length === 0,
    refuse: place,
    enter,
    asksName,
    otherNumber() {
      setAsksName(false);
      keep({ sent: false });
    },
  };
}
export type VisitorForm = ReturnType<typeof useVisitorForm>;
