import type { ReactNode, RefObject } from 'react';
import type { FieldError as FormError, UseFormRegisterReturn } from 'react-hook-form';
import { t, translateValidation } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { PasswordInput } from '#web/ui/form/password-input.tsx';
import { TextInput, type TextInputProps } from '#web/ui/form/text-input.tsx';
import { Notice } from '#web/ui/notice.tsx';

export type FirstFieldRef = RefObject<HTMLInputElement | null>;

interface FormFieldProps {
  label: string;
  optional?: string;
  help?: ReactNode;
  error: FormError | undefined;
  /** Result of `form.register(name)`. */
  field: UseFormRegisterReturn;
  /** Ref of the field that gets the focus when the dialog opens. */
  first?: FirstFieldRef;
}

/** Passes the input to the form and, if it is the first field, to the dialog. */
function mergeFieldRefs(field: UseFormRegisterReturn, first: FirstFieldRef | undefined) {
  return (input: HTMLInputElement | null) => {
    field.ref(input);
    if (first) first.current = input;
  };
}

export function TextField({
  label,
  optional,
  help,
  error,
  field,
  first,
  ...input
}: FormFieldProps & Omit<TextInputProps, 'name' | 'onChange' | 'onBlur' | 'ref'>) {
  return (
    <Field label={label} optional={optional} help={help} error={translateValidation(error?.message)}>
      <TextInput maxLength={254} {...input} {...field} ref={mergeFieldRefs(field, first)} />
    </Field>
  );
}

export function PasswordField({
  label,
  help,
  error,
  field,
  first,
  autoComplete,
}: FormFieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  return (
    <Field label={label} help={help} error={translateValidation(error?.message)}>
      <PasswordInput
        maxLength={128}
        autoComplete={autoComplete}
        showLabel={t('common.field.showPassword')}
        hideLabel={t('common.field.hidePassword')}
        {...field}
        ref={mergeFieldRefs(field, first)}
      />
    </Field>
  );
}

/** Error of the whole form. */
export function FormNotice({ error }: { error: { message?: string } | undefined }) {
  return error?.message ? (
    <Notice kind="danger" live>
      {error.message}
    </Notice>
  ) : null;
}
