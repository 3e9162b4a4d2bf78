import * as z from 'zod/mini';
import { email } from '#shared/fields.ts';
import { t } from '#web/i18n.ts';

export interface NewPatient {
  name: string;
  username: string;
  phone: string;
  secondaryPhone: string;
  email: string;
  password: string;
}
export type PatientErrors = Partial<Record<keyof NewPatient, string>>;
/** Type of form: `doctor` requires a name and a phone; `admin` a name, a username and a password. */
export type PatientForm = 'doctor' | 'admin';

const requiredFieldsByForm = { doctor: ['name', 'phone'], admin: ['name', 'username', 'password'] } as const;

export interface NewPatientErrors {
  errors: PatientErrors;
  toast: { title: string; description: string };
}

export function validateNewPatient(kind: PatientForm, patient: NewPatient): NewPatientErrors | null {
  const missing = requiredFieldsByForm[kind].filter((field) => patient[field].trim() === '');
  if (missing.length > 0) {
    return {
      errors: Object.fromEntries(missing.map((field) => [field, t('validation.required')])),
      toast: {
        title: t('staff.newPatient.missingTitle'),
        description: t(
          kind === 'doctor' ? 'staff.newPatient.missingNamePhone' : 'staff.newPatient.missingAll',
        ),
      },
    };
  }
  const wrong = validatePatientDetails(patient);
  return (
    wrong && {
      errors: wrong,
      toast: { title: t('staff.toast.error'), description: wrong.name ?? wrong.email ?? '' },
    }
  );
}

/** Validates the details of a patient in any form: a name, and a valid e-mail address. */
export function validatePatientDetails({
  name,
  email: address,
}: Pick<NewPatient, 'name' | 'email'>): PatientErrors | null {
  if (name.trim() === '') return { name: t('validation.required') };
  if (address.trim() !== '' && !z.safeParse(email, address).success)
    return { email: t('staff.newPatient.invalidEmail') };
  return null;
}
