import { personBody, type User } from '#shared/contract/users.ts';
import { ApiError } from '#web/api/client.ts';
import { useOwnDetailsForm } from '#web/api/own/own-details.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CurrentPasswordBox } from '#web/ui/form/current-password-box.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { personInputProps } from '#web/ui/form/person-inputs.ts';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

const personFieldNames = Object.keys(personBody.shape) as (keyof typeof personBody.shape)[];

/** A doctor's own details; only changed fields are sent. */
export function OwnDetailsForm({ user }: { user: User }) {
  const { field, errors, asksPassword, busy, typed, submit } = useOwnDetailsForm(user, {
    onRefused(error) {
      const description = (error instanceof ApiError && error.message) || t('doctor.profile.failed');
      showToast({ kind: 'error', title: t('staff.toast.updateFailed'), description });
    },
    onSaved: () =>
      showToast({
        kind: 'success',
        title: t('doctor.profile.updatedTitle'),
        description: t('doctor.profile.updatedText'),
      }),
  });
  return (
    <Card as="section" aria-labelledby="own-details">
      <form noValidate onSubmit={submit} className="grid gap-[18px] p-5 lg:p-6">
        <h2 id="own-details" className="card-title">
          {t('doctor.profile.title')}
        </h2>
        {personFieldNames.map((name) => (
          <Field
            key={name}
            label={t(`doctor.profile.${name}`)}
            error={translateValidation(errors[name]?.message)}
          >
            <TextInput maxLength={254} {...personInputProps[name]} {...field(name)} />
          </Field>
        ))}
        <CurrentPasswordBox
          field={field('currentPassword')}
          value={typed.currentPassword}
          error={errors.currentPassword}
          expected={user.username !== null && asksPassword}
        />
        <Button type="submit" busy={busy} busyLabel={t('doctor.profile.saving')}>
          {t('doctor.profile.save')}
        </Button>
      </form>
    </Card>
  );
}
