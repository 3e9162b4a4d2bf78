import { RefreshCw } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { t } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput } from '#web/ui/form/text-input.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

interface InitialPasswordFieldProps {
  field: UseFormRegisterReturn;
  error?: string;
  onAnother(): void;
}

/** A first password in plain text; the user must replace it at the first sign-in. */
export function InitialPasswordField({ field, error, onAnother }: InitialPasswordFieldProps) {
  return (
    <Field label={t('admin.staff.password')} help={t('admin.staff.passwordHint')} error={error}>
      <TextInput
        {...field}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        end={
          <IconButton label={t('staff.newPatient.passwordAnother')} onClick={onAnother}>
            <RefreshCw size={18} strokeWidth={1.7} aria-hidden="true" />
          </IconButton>
        }
      />
    </Field>
  );
}
