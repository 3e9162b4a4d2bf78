import { useState } from 'react';
import * as z from 'zod/mini';
import {
  requestCode,
  requestCodeBody,
  signInWays,
  verifyCode,
  verifyCodeBody,
} from '#shared/contract/accounts.ts';
import type { User } from '#shared/contract/users.ts';
import { groupTypedPhone } from '#shared/domain/people/phone-text.ts';
import { sendChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { useRead } from '#web/api/hooks.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { personInputProps } from '#web/ui/form/person-inputs.ts';
import { useCountdown } from '#web/ui/form/use-countdown.ts';
import { Notice } from '#web/ui/notice.tsx';
import { CodeField, ResendCode } from './code-field.tsx';
import { FormNotice, TextField } from './form-fields.tsx';
import { KeepSignedIn } from './keep-signed-in.tsx';

/** Signs in with a one-time code: first the phone number, then the code sent to it. */
export function PhoneSignIn({ onSignedIn, onReturn }: { onSignedIn(user: User): void; onReturn(): void }) {
  const [phone, setPhone] = useState<string | null>(null);
  const [number, setNumber] = useState('');
  const [wait, beginWait] = useCountdown();
  const sent = (to: string, seconds: number) => {
    setNumber(to);
    setPhone(to);
    beginWait(seconds);
  };
  return (
    <>
      {phone === null ? (
        <NumberForm phone={number} onSent={sent} />
      ) : (
        <CodeForm
          phone={phone}
          wait={wait}
          onResent={beginWait}
          onSignedIn={onSignedIn}
          onOtherNumber={() => setPhone(null)}
        />
      )}
      <Button kind="gho" block className="-mt-2" onClick={onReturn}>
        {t('account.forgot.return')}
      </Button>
    </>
  );
}

function NumberForm({
  phone,
  onSent,
}: {
  phone: string;
  onSent(phone: string, resendInSeconds: number): void;
}) {
  const form = useSchemaForm(requestCodeBody, { phone });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      const { resendInSeconds } = await sendChange(requestCode, { body });
      onSent(body.phone, resendInSeconds);
    } catch (error) {
      showServerErrors(form, error);
    }
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FormNotice error={errors.root} />
      <TextField
        label={t('account.phone.number')}
        error={errors.phone}
        field={form.register('phone')}
        {...personInputProps.phone}
        autoFocus
      />
      <Button type="submit" block busy={isSubmitting} busyLabel={t('account.phone.sending')}>
        {t('account.phone.send')}
      </Button>
    </form>
  );
}

const codeBody = z.omit(verifyCodeBody, { phone: true });

interface CodeFormProps {
  phone: string;
  /** Seconds until a new code can be requested. */
  wait: number;
  onResent(resendInSeconds: number): void;
  onSignedIn(user: User): void;
  onOtherNumber(): void;
}

function CodeForm({ phone, wait, onResent, onSignedIn, onOtherNumber }: CodeFormProps) {
  const form = useSchemaForm(codeBody, { otp: '', keepSignedIn: false });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const [resent, setResent] = useState(false);
  /** The server's question whose account the code opens; it comes if the number belongs to several patients. */
  const [nameQuestion, setNameQuestion] = useState<string | null>(null);
  const [isNameRefused, setNameRefused] = useState(false);
  const { data: ways } = useRead(signInWays);
  const nameError = errors.name?.type === 'question' ? undefined : errors.name;
  const submit = (isNewPatient: boolean) =>
    form.handleSubmit(async (body) => {
      try {
        onSignedIn((await sendChange(verifyCode, { body: { ...body, phone, isNewPatient } })).user);
      } catch (error) {
        const failed = (message: string) =>
          t('account.phone.failed', { message: message || t('account.phone.failedFallback') });
        if (error instanceof ApiError && error.fields.name) {
          const message = error.fields.name;
          // Asked for the first time it is no mistake of hers.
          const isQuestion = nameQuestion === null;
          if (isQuestion) setNameQuestion(message);
          else setNameRefused(true);
          return form.setError('name', { type: isQuestion ? 'question' : 'server', message });
        }
        if (!(error instanceof ApiError && error.fields.otp)) return showServerErrors(form, error, failed);
        const left = error.fields.otp === error.message ? '' : ` ${error.fields.otp}`;
        form.setError(
          'otp',
          { type: 'server', message: failed(error.message) + left },
          { shouldFocus: true },
        );
      }
    });
  async function resend() {
    form.reset({ ...form.getValues(), otp: '' });
    try {
      onResent((await sendChange(requestCode, { body: { phone } })).resendInSeconds);
      setResent(true);
    } catch (error) {
      showServerErrors(form, error);
    }
    form.setFocus('otp');
  }
  return (
    <form noValidate onSubmit={submit(false)} className="grid gap-4">
      <FormNotice error={errors.root} />
      <p role="status" className="text-ui leading-[1.55]">
        {t(resent ? 'account.phone.resent' : 'account.phone.sentText')}{' '}
        <b className="ltr num font-strong">{groupTypedPhone(phone)}</b>
      </p>
      {ways?.kept && (
        <Notice>
          {t('account.phone.demo')}{' '}
          <a href="/admin/logs?log=messages" className="link">
            {t('account.phone.demoWhere')}
          </a>
        </Notice>
      )}
      <CodeField error={errors.otp} field={form.register('otp')} />
      {nameQuestion !== null && (
        <TextField
          label={t('account.register.name')}
          help={nameError ? undefined : nameQuestion}
          error={nameError}
          field={form.register('name')}
          {...personInputProps.name}
          autoFocus
        />
      )}
      <KeepSignedIn field={form.register('keepSignedIn')} className="-my-2" />
      <Button
        type="submit"
        block
        busy={isSubmitting || isSubmitSuccessful}
        busyLabel={t('account.phone.verifying')}
      >
        {t('account.phone.verify')}
      </Button>
      {isNameRefused && (
        <Button
          kind="out"
          block
          disabled={isSubmitting || isSubmitSuccessful}
          onClick={() => void submit(true)()}
        >
          {t('account.phone.newPatient')}
        </Button>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <ResendCode wait={wait} onResend={() => void resend()} />
        <Button kind="gho" onClick={onOtherNumber}>
          {t('account.phone.wrongNumber')}
        </Button>
      </div>
    </form>
  );
}
