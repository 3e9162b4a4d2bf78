import type { ReactNode } from 'react';
import { t } from '#web/i18n.ts';
import { Field } from '#web/ui/form/field.tsx';
import { TextInput, type TextInputProps } from '#web/ui/form/text-input.tsx';
import type { NewPatient, PatientErrors } from './new-patient-checks.ts';

const idBase = 'patient';
const fieldFocusOrder = ['name', 'phone', 'username', 'secondaryPhone', 'email', 'password'] as const;

/** Focuses the first invalid field. */
export function focusPatientField(errors: PatientErrors): void {
  const first = fieldFocusOrder.find((field) => errors[field]);
  if (first) document.getElementById(`${idBase}-${first}`)?.focus();
}

interface PatientFieldsProps<P extends Partial<NewPatient>> {
  value: P;
  errors: PatientErrors;
  onChange(change: Partial<P>): void;
  /** Only when an account is created. */
  username?: { help: string; optional: boolean };
  /** Button that generates another password; only when an account is created. */
  password?: ReactNode;
  phoneOptional?: boolean;
}

/** Personal details of a patient, the same in every form of staff. */
export function PatientFields({
  value,
  errors,
  onChange,
  username,
  password,
  phoneOptional,
}: PatientFieldsProps<Partial<NewPatient>>) {
  const optional = t('common.field.optionalCapital');
  const field = (
    name: keyof NewPatient,
    label: string,
    { help, isOptional = false, ...input }: TextInputProps & { help?: string; isOptional?: boolean } = {},
  ) => (
    <Field
      id={`${idBase}-${name}`}
      label={label}
      help={help}
      error={errors[name]}
      optional={isOptional ? optional : undefined}
    >
      <TextInput
        maxLength={254}
        autoComplete="off"
        value={value[name] ?? ''}
        onChange={({ target }) => onChange({ [name]: target.value })}
        {...input}
      />
    </Field>
  );
  const phone = { type: 'tel', inputMode: 'tel', dir: 'ltr', maxLength: 30 } as const;
  return (
    <>
      <div className="grid gap-x-4 gap-y-[18px] sm:grid-cols-2">
        {field('name', t('staff.newPatient.name'), { maxLength: 200 })}
        {field('phone', t('staff.newPatient.phone'), { ...phone, isOptional: phoneOptional === true })}
        {username &&
          field('username', t('staff.newPatient.username'), {
            dir: 'ltr',
            autoCapitalize: 'none',
            spellCheck: false,
            maxLength: 60,
            help: username.help,
            isOptional: username.optional,
          })}
        {field('secondaryPhone', t('common.field.secondaryPhoneNumber'), { ...phone, isOptional: true })}
        {field('email', t('staff.newPatient.email'), {
          type: 'email',
          inputMode: 'email',
          dir: 'ltr',
          autoCapitalize: 'none',
          isOptional: true,
        })}
      </div>
      {password && (
        <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
          {field('password', t('staff.newPatient.password'), {
            dir: 'ltr',
            className: 'num',
            autoCapitalize: 'none',
            spellCheck: false,
            maxLength: 128,
            help: `${t('staff.newPatient.passwordFresh')} ${t('staff.newPatient.passwordHint')}`,
          })}
          <div className="sm:pt-7">{password}</div>
        </div>
      )}
    </>
  );
}
