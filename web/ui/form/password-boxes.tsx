import { t } from '#web/i18n.ts';
import { Field } from './field.tsx';
import { PasswordInput, type PasswordInputProps } from './password-input.tsx';

interface PasswordBox {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  /** Shown below the input of the new password. */
  help?: string | undefined;
  error: string | undefined;
  field: Pick<PasswordInputProps, 'name' | 'onChange' | 'onBlur' | 'ref'>;
}

/**
 * Password inputs of a change of password. A hidden username before them tells password managers whose
 * password it is.
 */
export function PasswordBoxes({
  username,
  boxes,
}: {
  username: string | null;
  boxes: readonly PasswordBox[];
}) {
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={username ?? ''} readOnly hidden />
      {boxes.map(({ label, autoComplete, help, error, field }) => (
        <Field key={label} label={label} help={help} error={error}>
          <PasswordInput
            {...field}
            autoComplete={autoComplete}
            maxLength={128}
            showLabel={t('common.field.showPassword')}
            hideLabel={t('common.field.hidePassword')}
          />
        </Field>
      ))}
    </>
  );
}
