import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { said, t } from '#web/i18n.ts';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

interface CurrentPasswordBoxProps {
  field: UseFormRegisterReturn;
  value: string | undefined;
  error: FieldError | undefined;
  /** It is asked for before anything is sent; else only once the server wants it. */
  expected: boolean;
}

/** Asked for beside a new e-mail or phone of one's own. */
export function CurrentPasswordBox({ field, value, error, expected }: CurrentPasswordBoxProps) {
  if (!expected && !error && !value) return null;
  return (
    <Field
      label={t('common.field.currentPassword')}
      help={t('common.field.currentPasswordHint')}
      error={said(error?.message)}
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
