import { changeUser, personBody, type User } from '#shared/contract/users.ts';
import { boxesOf, changedIn } from '#web/api/boxes.ts';
import { change } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { placeRefusal, useSchemaForm } from '#web/api/forms.ts';
import { ownDetails, withProof } from '#web/api/own-details.ts';
import { setSessionUser } from '#web/api/session.ts';
import { t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CurrentPasswordBox } from '#web/ui/form/current-password-box.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { ownAccountRefusal } from './own-account-refusal.ts';
import { TextField } from './sign-in/form-fields.tsx';

/** Her own details: only what she changed is sent. */
export function ProfileForm({ user, onSaved }: { user: User; onSaved(): void }) {
  const form = useSchemaForm(ownDetails, { ...boxesOf(personBody, user), currentPassword: '' });
  const { errors, isSubmitting, dirtyFields } = form.formState;
  const submit = form.handleSubmit(async (typed) => {
    const body = changedIn(personBody, user, typed);
    if (Object.keys(body).length === 0) {
      return showToast({
        kind: 'info',
        title: t('account.profile.unchangedTitle'),
        description: t('account.profile.unchangedText'),
      });
    }
    try {
      setSessionUser(await change(changeUser, { params: { id: user.id }, body: withProof(body, typed) }));
    } catch (error) {
      if (error instanceof ApiError && Object.keys(ownDetails.shape).some((name) => error.fields[name]))
        return placeRefusal(form, error);
      return showToast({ kind: 'error', ...ownAccountRefusal(error, 'profile') });
    }
    showToast({
      kind: 'success',
      title: t('account.profile.updatedTitle'),
      description: t('account.profile.updatedText'),
    });
    onSaved();
  });
  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-[22px] p-5 md:p-9">
        <div className="grid gap-[22px] md:grid-cols-2">
          <TextField
            label={t('account.profile.name')}
            help={t('account.profile.nameHint')}
            error={errors.name}
            field={form.register('name')}
            autoComplete="name"
          />
          <TextField
            label={t('account.profile.email')}
            help={t('account.profile.emailHint')}
            error={errors.email}
            field={form.register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            dir="ltr"
          />
          <TextField
            label={t('account.profile.phone')}
            help={t('account.profile.phoneHint')}
            error={errors.phone}
            field={form.register('phone')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            dir="ltr"
          />
          <TextField
            label={t('account.profile.secondaryPhone')}
            optional={t('common.field.optionalCapital')}
            help={t('account.profile.secondaryPhoneHint')}
            error={errors.secondaryPhone}
            field={form.register('secondaryPhone')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            dir="ltr"
          />
          <CurrentPasswordBox
            username={user.username}
            field={form.register('currentPassword')}
            value={form.watch('currentPassword')}
            error={errors.currentPassword}
            dirty={dirtyFields}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
          <p className="text-small text-ink-2">
            {t('account.profile.patientId')}{' '}
            <span className="ltr num font-medium text-ink">{user.reference}</span>
          </p>
          <Button
            type="submit"
            busy={isSubmitting}
            busyLabel={t('account.profile.saving')}
            className="max-sm:w-full"
          >
            {t('account.profile.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
