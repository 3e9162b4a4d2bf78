import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { t, translateValidation } from '#web/i18n.ts';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

interface CurrentPasswordBoxProps {
  field: UseFormRegisterReturn;
  value: string | undefined;
  error: FieldError | undefined;
  /** True if the password is asked for before sending; false if only after the server requires it. */
  expected: boolean;
}

/** Current password, required to change the user's own e-mail or phone. */
export function CurrentPasswordBox({ field, value, error, expected }: CurrentPasswordBoxProps) {
  if (!expected && !error && !value) return null;
  return (
    <Field
      label={t('common.field.currentPassword')}
      help={t('common.field.currentPasswordHint')}
      error={translateValidation(error?.message)}
    >
      <PasswordInput
        {...field}
        maxLength={128}
        showLabel={t('common.field.showPassword')}
        hideLabel={t('common.field.hidePassword')}
      />
    </Field>
  );
}
