import { changeUser, personBody, type User } from '#shared/contract/users.ts';
import { boxesOf, changedIn } from '#web/api/boxes.ts';
import { change } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { placeRefusal, useSchemaForm } from '#web/api/forms.ts';
import { ownDetails, withProof } from '#web/api/own-details.ts';
import { setSessionUser } from '#web/api/session.ts';
import { said, t } from '#web/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CurrentPasswordBox } from '#web/ui/form/current-password-box.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput, type TextInputProps } from '#web/ui/form/text-input.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

type Name = keyof typeof personBody.shape;
const names = Object.keys(personBody.shape) as Name[];

const inputs: Record<Name, TextInputProps> = {
  name: { autoComplete: 'name' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', dir: 'ltr' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', dir: 'ltr' },
  secondaryPhone: { type: 'tel', inputMode: 'tel', autoComplete: 'off', dir: 'ltr' },
};

const boxes = (user: User) => ({ ...boxesOf(personBody, user), currentPassword: '' });

/** A doctor's own details; only what changed is sent, and the page goes on with what was saved. */
export function OwnDetailsForm({ user }: { user: User }) {
  const form = useSchemaForm(ownDetails, boxes(user));
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
      const saved = await change(changeUser, { params: { id: user.id }, body: withProof(body, typed) });
      setSessionUser(saved);
      form.reset(boxes(saved));
      showToast({
        kind: 'success',
        title: t('doctor.profile.updatedTitle'),
        description: t('doctor.profile.updatedText'),
      });
    } catch (error) {
      if (error instanceof ApiError && [...names, 'currentPassword'].some((name) => error.fields[name]))
        return placeRefusal(form, error);
      const description = (error instanceof ApiError && error.message) || t('doctor.profile.failed');
      showToast({ kind: 'error', title: t('staff.toast.updateFailed'), description });
    }
  });
  return (
    <Card as="section" aria-labelledby="own-details">
      <form noValidate onSubmit={submit} className="grid gap-[18px] p-5 lg:p-6">
        <h2 id="own-details" className="text-[1.375rem] arabic:text-[1.75rem]">
          {t('doctor.profile.title')}
        </h2>
        {names.map((name) => (
          <Field key={name} label={t(`doctor.profile.${name}`)} error={said(errors[name]?.message)}>
            <TextInput maxLength={254} {...inputs[name]} {...form.register(name)} />
          </Field>
        ))}
        <CurrentPasswordBox
          username={user.username}
          field={form.register('currentPassword')}
          value={form.watch('currentPassword')}
          error={errors.currentPassword}
          dirty={dirtyFields}
        />
        <Button type="submit" busy={isSubmitting} busyLabel={t('doctor.profile.saving')}>
          {t('doctor.profile.save')}
        </Button>
      </form>
    </Card>
  );
}
