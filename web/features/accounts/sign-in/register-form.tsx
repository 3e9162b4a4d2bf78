import { useEffect } from 'react';
import { register, registerBody } from '#shared/contract/accounts.ts';
import { localPath } from '#shared/domain/languages.ts';
import { sendChange } from '#web/api/changes.ts';
import { draftStore } from '#web/api/drafts.ts';
import { showServerErrors, useSchemaForm } from '#web/api/forms.ts';
import { currentLang, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { personInputProps } from '#web/ui/form/person-inputs.ts';
import { type FirstFieldRef, FormNotice, PasswordField, TextField } from './form-fields.tsx';

/** Stores everything but the password. */
const draft = draftStore<Record<'username' | 'email' | 'name' | 'phone', string>>('register');
const empty = { username: '', email: '', password: '', name: '', phone: '', authProvider: 'email' as const };

export function RegisterForm({
  first,
  onRegistered,
}: {
  first: FirstFieldRef;
  onRegistered(username: string): void;
}) {
  const form = useSchemaForm(registerBody, { ...empty, ...draft.read() });
  const typed = form.watch(['username', 'email', 'name', 'phone']);
  const [username, email, name, phone] = typed;
  useEffect(() => {
    draft.keep({ username, email: email ?? '', name: name ?? '', phone: phone ?? '' });
  }, [username, email, name, phone]);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await sendChange(register, { body });
    } catch (error) {
      return showServerErrors(form, error, (message) =>
        t('account.register.failed', { message: message || t('account.register.failedFallback') }),
      );
    }
    draft.clear();
    onRegistered(body.username);
  });
  const optional = t('common.field.optional');
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FormNotice error={errors.root} />
      <TextField
        label={t('account.register.username')}
        help={t('account.register.usernameHint')}
        error={errors.username}
        field={form.register('username')}
        first={first}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
      <TextField
        label={t('account.register.email')}
        optional={optional}
        help={t('account.register.emailHint')}
        error={errors.email}
        field={form.register('email')}
        {...personInputProps.email}
      />
      <PasswordField
        label={t('account.register.password')}
        help={t('common.field.passwordAdvice')}
        error={errors.password}
        field={form.register('password')}
        autoComplete="new-password"
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label={t('account.register.name')}
          optional={optional}
          error={errors.name}
          field={form.register('name')}
          autoComplete="name"
        />
        <TextField
          label={t('account.register.phone')}
          optional={optional}
          error={errors.phone}
          field={form.register('phone')}
          {...personInputProps.phone}
        />
      </div>
      <Button type="submit" block busy={isSubmitting} busyLabel={t('account.register.submitting')}>
        {t('account.register.submit')}
      </Button>
      <Agreement />
    </form>
  );
}

/** Links that open in a new tab, so that no input is lost. */
function Agreement() {
  const link = (page: 'terms' | 'privacy', words: string) => (
    <a
      href={localPath(`/${page}`, currentLang())}
      target="_blank"
      rel="noopener"
      className="text-accent underline underline-offset-2"
    >
      {words}
    </a>
  );
  return (
    <p className="text-center text-xs leading-[1.6] text-ink-2">
      {t('account.register.agreeBefore')} {link('terms', t('account.register.agreeTerms'))}{' '}
      {t('account.register.agreeAnd')}
      {currentLang() === 'ar' ? '' : ' '}
      {link('privacy', t('account.register.agreePrivacy'))}
    </p>
  );
}
