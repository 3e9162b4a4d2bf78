import { BadgeCheck, CircleDashed } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { confirmContact, sendConfirmation, verifyCodeBody } from '#shared/contract/accounts.ts';
import type { User } from '#shared/contract/users.ts';
import { change, useChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { placeRefusal, useSchemaForm } from '#web/api/forms.ts';
import { setSessionUser } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useCountdown } from '#web/ui/form/use-countdown.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { CodeField, ResendCode } from './sign-in/code-field.tsx';
import { FormNotice } from './sign-in/form-fields.tsx';

const icon = { size: 18, strokeWidth: 1.7, 'aria-hidden': true } as const;

/** Which of her contacts count for signing in and recovery, and the way to make one count. */
export function ContactConfirmation({ user }: { user: User }) {
  if (!user.email && !user.phone) return null;
  return (
    <Card as="section" aria-labelledby="contacts-title" className="grid gap-4 p-5 md:p-9">
      <h2 id="contacts-title" className="card-title">
        {t('account.contacts.title')}
      </h2>
      {user.email && <EmailRow user={user} email={user.email} />}
      {user.phone && <PhoneRow user={user} phone={user.phone} />}
    </Card>
  );
}

function ContactRow({
  contact,
  confirmed,
  children,
}: {
  contact: string;
  confirmed: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="ltr font-medium break-all">{contact}</span>
        <span
          className={
            confirmed
              ? 'inline-flex items-center gap-1 text-small font-strong text-sage-ink'
              : 'inline-flex items-center gap-1 text-small text-ink-2'
          }
        >
          {confirmed ? <BadgeCheck {...icon} /> : <CircleDashed {...icon} />}
          {t(confirmed ? 'account.profile.confirmed' : 'account.profile.notConfirmed')}
        </span>
      </div>
      {!confirmed && <p className="text-small text-ink-2">{t('account.profile.notConfirmedHint')}</p>}
      {!confirmed && children}
    </div>
  );
}

const sayRefused = (error: unknown) =>
  showToast({
    kind: 'error',
    title: t('common.toast.error'),
    description: error instanceof ApiError ? error.message : t('error.unknown'),
  });

function EmailRow({ user, email }: { user: User; email: string }) {
  const { mutateAsync: confirm, isPending: busy } = useChange(sendConfirmation);
  const [sentTo, setSentTo] = useState('');
  async function send() {
    try {
      await confirm({ body: { channel: 'email' } });
      setSentTo(email);
    } catch (error) {
      sayRefused(error);
    }
  }
  return (
    <ContactRow contact={email} confirmed={user.emailConfirmed}>
      <p role="status" className="text-small text-sage-ink empty:hidden">
        {sentTo === email ? t('account.profile.confirmEmailSent', { email }) : ''}
      </p>
      <div>
        <Button
          kind="sec"
          size="sm"
          busy={busy}
          busyLabel={t('common.action.sending')}
          onClick={() => void send()}
        >
          {t('account.profile.confirmEmail')}
        </Button>
      </div>
    </ContactRow>
  );
}

function PhoneRow({ user, phone }: { user: User; phone: string }) {
  const { mutateAsync: confirm, isPending: busy } = useChange(sendConfirmation);
  const [sentTo, setSentTo] = useState('');
  const [wait, beginWait] = useCountdown();
  async function send() {
    try {
      await confirm({ body: { channel: 'phone' } });
      setSentTo(phone);
      beginWait(60);
    } catch (error) {
      sayRefused(error);
    }
  }
  return (
    <ContactRow contact={phone} confirmed={user.phoneConfirmed}>
      {sentTo === phone ? (
        <PhoneCode user={user} phone={phone} wait={wait} onResend={() => void send()} />
      ) : (
        <div>
          <Button
            kind="sec"
            size="sm"
            busy={busy}
            busyLabel={t('common.action.sending')}
            onClick={() => void send()}
          >
            {t('account.profile.confirmPhone')}
          </Button>
        </div>
      )}
    </ContactRow>
  );
}

const codeBody = z.pick(verifyCodeBody, { otp: true });

function PhoneCode({
  user,
  phone,
  wait,
  onResend,
}: {
  user: User;
  phone: string;
  wait: number;
  onResend(): void;
}) {
  const form = useSchemaForm(codeBody, { otp: '' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await change(confirmContact, { body });
    } catch (error) {
      if (!(error instanceof ApiError && error.fields.otp)) return placeRefusal(form, error);
      return form.setError(
        'otp',
        { type: 'server', message: `${error.message} ${error.fields.otp}` },
        { shouldFocus: true },
      );
    }
    setSessionUser({ ...user, phoneConfirmed: true });
    showToast({
      kind: 'success',
      title: t('account.profile.confirmed'),
      description: t('account.profile.confirmPhoneDone'),
    });
  });
  return (
    <form noValidate onSubmit={submit} className="grid max-w-[360px] gap-3">
      <FormNotice error={errors.root} />
      <p role="status" className="text-small text-sage-ink">
        {t('account.phone.sentTo', { phone })}
      </p>
      <CodeField error={errors.otp} field={form.register('otp')} />
      <div className="flex flex-wrap items-center gap-x-4">
        <Button type="submit" size="sm" busy={isSubmitting} busyLabel={t('account.phone.verifying')}>
          {t('common.action.confirm')}
        </Button>
        <ResendCode wait={wait} onResend={onResend} />
      </div>
    </form>
  );
}
