import { type FormEvent, useState } from 'react';
import { askForAccount, giveAccount } from '#shared/contract/patients.ts';
import { sendChange, useMultiStepChange } from '#web/api/changes.ts';
import { ApiError, getErrorMessage } from '#web/api/client.ts';
import { refreshSession } from '#web/api/session.ts';
import { t, translateValidation } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { codeInputProps } from '#web/ui/form/six-digits.ts';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx';
import { showToast } from '#web/ui/overlay/toast-store.ts';

interface OwnAccountDialogProps {
  patientId: number;
  /** Says what happens, to the guardian or to staff. */
  text: string;
  onClose(): void;
}

/** Creates an account for an adult patient who is looked after: a mobile number and the code sent to it. */
export function OwnAccountDialog({ patientId, text, onClose }: OwnAccountDialogProps) {
  const [phone, setPhone] = useState('');
  const [otp, setOtp] = useState('');
  const [sent, setSent] = useState(false);
  const params = { id: patientId };
  const step = useMultiStepChange(async () => {
    if (!sent) {
      await sendChange(askForAccount, { params, body: { phone } });
      return setSent(true);
    }
    await sendChange(giveAccount, { params, body: { phone, otp } }, { untilRead: true });
    showToast({
      kind: 'success',
      title: t('account.family.given'),
      description: t('account.family.givenText', { phone }),
    });
    void refreshSession();
    onClose();
  });
  const { error } = step;
  const wrong = error instanceof ApiError ? error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    step.mutate();
  };
  const under = (name: 'phone' | 'otp') => {
    const words = translateValidation(wrong[name]);
    return words ? { error: words } : {};
  };
  return (
    <FormDialog
      title={t('account.family.account')}
      description={text}
      submitLabel={t(sent ? 'account.family.giveAccount' : 'account.family.sendCode')}
      problem={error && !wrong.phone ? getErrorMessage(error, t('account.family.saveFailed')) : undefined}
      busy={step.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('account.family.mobile')} {...under('phone')}>
        <TextInput
          type="tel"
          dir="ltr"
          className="num"
          autoComplete="off"
          maxLength={30}
          readOnly={sent}
          value={phone}
          onChange={({ target }) => setPhone(target.value)}
        />
      </Field>
      {sent && (
        <Field label={t('account.family.code')} help={t('account.phone.codeHint')} {...under('otp')}>
          <TextInput
            {...codeInputProps}
            autoFocus
            value={otp}
            onChange={({ target }) => setOtp(target.value)}
          />
        </Field>
      )}
    </FormDialog>
  );
}
