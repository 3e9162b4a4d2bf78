import { login, loginBody } from '#shared/contract/accounts.ts';
import type { User } from '#shared/contract/users.ts';
import { sendChange } from '#web/api/changes.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { type FirstFieldRef, FormNotice, PasswordField, TextField } from './form-fields.tsx';
import { KeepSignedIn } from './keep-signed-in.tsx';
import { OtherSignInMethods, type SocialNotice } from './other-ways.tsx';

interface LoginFormProps {
  first: FirstFieldRef;
  /** Username kept from a registration just before. */
  username: string;
  onSignedIn(user: User): void;
  onForgot(): void;
  onPhone(): void;
  onNotice(notice: SocialNotice | undefined): void;
}

export function LoginForm({ first, username, onSignedIn, onForgot, onPhone, onNotice }: LoginFormProps) {
  const form = useSchemaForm(loginBody, { username, password: '', keepSignedIn: false });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    onNotice(undefined);
    try {
      onSignedIn((await sendChange(login, { body })).user);
    } catch (error) {
      showServerErrors(form, error);
    }
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FormNotice error={errors.root} />
      <TextField
        label={t('account.login.username')}
        error={errors.username}
        field={form.register('username')}
        first={username ? undefined : first}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
      <PasswordField
        label={t('account.login.password')}
        error={errors.password}
        field={form.register('password')}
        autoComplete="current-password"
      />
      <div className="-my-2 flex flex-wrap items-start justify-between gap-x-4 sm:flex-nowrap">
        <KeepSignedIn field={form.register('keepSignedIn')} />
        <button
          type="button"
          onClick={onForgot}
          className="min-h-tap flex-none rounded-sm text-small font-medium text-accent underline underline-offset-4"
        >
          {t('account.login.forgot')}
        </button>
      </div>
      <Button
        type="submit"
        block
        busy={isSubmitting || isSubmitSuccessful}
        busyLabel={t('account.login.submitting')}
      >
        {t('account.login.submit')}
      </Button>
      <OtherSignInMethods
        keep={() => form.getValues('keepSignedIn') === true}
        onPhone={onPhone}
        onSignedIn={onSignedIn}
        onNotice={onNotice}
      />
    </form>
  );
}
