import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { said, t } from '#web/i18n.ts';
import { Field } from './field.tsx';
import { PasswordInput } from './password-input.tsx';

interface CurrentPasswordBoxProps {
  /** Who has none mostly has no password either: she is asked only once the server wants it. */
  username: string | null;
  field: UseFormRegisterReturn;
  value: string | undefined;
  error: FieldError | undefined;
  dirty: { readonly email?: boolean | undefined; readonly phone?: boolean | undefined };
}

/** Asked for beside a new e-mail or phone of one's own. */
export function CurrentPasswordBox({ username, field, value, error, dirty }: CurrentPasswordBoxProps) {
  const expected = username !== null && (dirty.email || dirty.phone);
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
