import * as z from 'zod/mini';
import { confirmContact, verifyCodeBody } from '#shared/contract/accounts.ts';
import type { User } from '#shared/contract/users.ts';
import { sendChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { setSessionUser } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { CodeField, ResendCode } from './sign-in/code-field.tsx';
import { FormNotice } from './sign-in/form-fields.tsx';

const codeBody = z.pick(verifyCodeBody, { otp: true });

/** Input for the code that was texted: verifies the phone number. */
export function PhoneCode({
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
      await sendChange(confirmContact, { body });
    } catch (error) {
      if (!(error instanceof ApiError && error.fields.otp)) return showServerErrors(form, error);
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
