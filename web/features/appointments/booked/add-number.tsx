import { type FormEvent, useState } from 'react';
import { confirmContact, sendConfirmation } from '#shared/contract/accounts.ts';
import type { User } from '#shared/contract/users.ts';
import { formatPhone, groupTypedPhone } from '#shared/domain/people/phone-text.ts';
import { sendChange, useMultiStepChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { saveOwnAccount } from '#web/api/own/change-own.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { personInputProps } from '#web/ui/form/person-inputs.ts';
import { codeInputProps } from '#web/ui/form/six-digits.ts';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { useCountdown } from '#web/ui/form/use-countdown.ts';
import { Notice } from '#web/ui/notice.tsx';

interface AddNumberProps {
  user: User;
  /** Channel by which the clinic can send texts. */
  way: 'sms' | 'whatsapp';
  onConfirmed(phone: string): void;
}

const resendSeconds = 60;

/**
 * Shown if no message reaches the account and the clinic can send texts: asks for a phone number and for the
 * code that verifies it.
 */
export function AddNumber({ user, way, onConfirmed }: AddNumberProps) {
  const [phone, setPhone] = useState(user.phone ?? '');
  const [password, setPassword] = useState<string | null>(null);
  const [otp, setOtp] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [wait, beginWait] = useCountdown();
  const [error, setError] = useState<ApiError | null>(null);

  const doing = useMultiStepChange(async (step: () => Promise<void>) => {
    setError(null);
    try {
      await step();
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      if (failed.code === 'password_needed') setPassword('');
      setError(failed);
    }
  });
  async function send() {
    const body = { phone, ...(password ? { currentPassword: password } : {}) };
    const saved = await saveOwnAccount(user, body);
    setPassword(null);
    await sendChange(sendConfirmation, { body: { channel: 'phone' } });
    setSentTo(saved.phone ?? phone);
    beginWait(resendSeconds);
  }
  async function confirm() {
    await sendChange(confirmContact, { body: { otp } });
    const channels = user.channels.some((one) => one === 'sms' || one === 'whatsapp')
      ? user.channels
      : [...user.channels, way];
    await saveOwnAccount(user, { channels });
    onConfirmed(sentTo ?? phone);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    doing.mutate(sentTo === null ? send : confirm);
  }
  const wrong = (field: string) =>
    error?.fields[field] &&
    (error.message === error.fields[field] ? error.message : `${error.message} ${error.fields[field]}`);
  const isElsewhere = error && !['phone', 'otp', 'currentPassword'].some((field) => error.fields[field]);
  return (
    <Notice kind="warn" title={t(user.phone ? 'booking.booked.confirmNumber' : 'booking.booked.needsNumber')}>
      <p>{t(user.phone ? 'booking.booked.confirmNumberText' : 'booking.booked.needsNumberText')}</p>
      <form noValidate onSubmit={submit} className="mt-3 grid max-w-80 gap-3">
        {isElsewhere && <p role="alert">{error.message}</p>}
        {sentTo === null ? (
          <Field label={t('booking.who.phone')} error={wrong('phone')}>
            <TextInput
              {...personInputProps.phone}
              maxLength={30}
              value={phone}
              onChange={({ target }) => setPhone(target.value)}
            />
          </Field>
        ) : (
          <>
            <p role="status">
              {t('booking.who.sent')} <b className="ltr num">{groupTypedPhone(formatPhone(sentTo))}</b>
            </p>
            <Field label={t('booking.who.code')} help={t('booking.who.codeHint')} error={wrong('otp')}>
              <TextInput {...codeInputProps} value={otp} onChange={({ target }) => setOtp(target.value)} />
            </Field>
          </>
        )}
        {password !== null && (
          <Field label={t('booking.booked.password')} error={wrong('currentPassword')}>
            <TextInput
              type="password"
              autoComplete="current-password"
              maxLength={128}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          </Field>
        )}
        <div className="flex flex-wrap items-center gap-x-4">
          <Button type="submit" size="sm" busy={doing.isPending} busyLabel={t('booking.who.sending')}>
            {t(sentTo === null ? 'booking.who.send' : 'common.action.confirm')}
          </Button>
          {sentTo !== null &&
            (wait > 0 ? (
              <p className="num text-small text-ink-2">{t('booking.who.resendIn', { n: wait })}</p>
            ) : (
              <Button kind="gho" size="sm" onClick={() => doing.mutate(send)}>
                {t('booking.who.resend')}
              </Button>
            ))}
        </div>
      </form>
    </Notice>
  );
}
