import type { User } from '#shared/contract/users.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { useOwnDetailsForm } from '#web/api/own/own-details.ts';
import { type MessageKey, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CurrentPasswordBox } from '#web/ui/form/current-password-box.tsx';
import { personInputProps } from '#web/ui/form/person-inputs.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';
import { describeAccountError } from './own-account-refusal.ts';
import { TextField } from './sign-in/form-fields.tsx';

/** The user's details: sends only the changed ones. */
export function ProfileForm({ user, onSaved }: { user: User; onSaved(): void }) {
  const { field, errors, asksPassword, busy, typed, submit } = useOwnDetailsForm(user, {
    onRefused: (error) => showToast({ kind: 'error', ...describeAccountError(error, 'profile') }),
    onSaved() {
      showToast({
        kind: 'success',
        title: t('account.profile.updatedTitle'),
        description: t('account.profile.updatedText'),
      });
      onSaved();
    },
  });
  const staff = isStaff(user.role);
  /** Hints are about appointments, so they are for patients only. */
  const hint = (key: MessageKey) => (staff ? undefined : t(key));
  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-[22px] p-5 md:p-9">
        <div className="grid gap-[22px] md:grid-cols-2">
          <TextField
            label={t('account.profile.name')}
            help={hint('account.profile.nameHint')}
            error={errors.name}
            field={field('name')}
            {...personInputProps.name}
          />
          <TextField
            label={t('account.profile.email')}
            help={hint('account.profile.emailHint')}
            error={errors.email}
            field={field('email')}
            {...personInputProps.email}
          />
          <TextField
            label={t('account.profile.phone')}
            help={hint('account.profile.phoneHint')}
            error={errors.phone}
            field={field('phone')}
            {...personInputProps.phone}
          />
          <TextField
            label={t('account.profile.secondaryPhone')}
            optional={t('common.field.optionalCapital')}
            help={hint('account.profile.secondaryPhoneHint')}
            error={errors.secondaryPhone}
            field={field('secondaryPhone')}
            {...personInputProps.secondaryPhone}
          />
          <CurrentPasswordBox
            field={field('currentPassword')}
            value={typed.currentPassword}
            error={errors.currentPassword}
            expected={user.username !== null && asksPassword}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
          {!staff && (
            <p className="text-small text-ink-2">
              {t('account.profile.patientId')}{' '}
              <span className="ltr num font-medium text-ink">{user.reference}</span>
            </p>
          )}
          <Button
            type="submit"
            busy={busy}
            busyLabel={t('account.profile.saving')}
            className="ms-auto max-sm:w-full"
          >
            {t('account.profile.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
