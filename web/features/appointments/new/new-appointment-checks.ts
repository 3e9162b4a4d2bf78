import { type MessageKey, t } from '#web/i18n.ts';
import type { StaffGrid } from './use-staff-times.ts';
import type { FieldErrors, VisitField } from './visit-time-fields.tsx';

export interface NewVisit {
  patient: { id: number; name: string } | null;
  locationId: number | null;
  serviceId: number | null;
  date: string | null;
  time: string | null;
}

/** Errors of a new appointment by field, and an additional toast. */
export interface NewVisitErrors {
  errors: FieldErrors;
  toast?: { title: string; description: string };
}

const missingFieldTexts: Record<VisitField, MessageKey> = {
  date: 'validation.selectDate',
  time: 'validation.selectTime',
  patient: 'validation.selectPatient',
  location: 'validation.selectLocation',
  service: 'validation.selectService',
};

const idFieldKeys = { location: 'locationId', service: 'serviceId' } as const;
const readVisitField = (visit: NewVisit, field: VisitField) =>
  visit[field === 'location' || field === 'service' ? idFieldKeys[field] : field];

/**
 * A doctor sees only the first missing field, in this order; an admin sees all of them, and also that a date
 * is past.
 */
export function validateNewVisit(kind: StaffGrid, visit: NewVisit, today: string): NewVisitErrors | null {
  const order: readonly VisitField[] =
    kind === 'doctor'
      ? ['date', 'time', 'patient', 'location', 'service']
      : ['patient', 'location', 'date', 'time'];
  const missing = order.filter((field) => readVisitField(visit, field) === null);
  const named = kind === 'doctor' ? missing.slice(0, 1) : missing;
  const errors: FieldErrors = Object.fromEntries(named.map((field) => [field, t(missingFieldTexts[field])]));
  if (named.length > 0) {
    if (kind === 'doctor') return { errors };
    return {
      errors,
      toast: { title: t('staff.toast.missingFields'), description: t('validation.fillAllRequired') },
    };
  }
  if (visit.date !== null && visit.date < today) {
    const description = t('validation.currentOrFutureDate');
    return { errors: { date: description }, toast: { title: t('staff.toast.invalidDate'), description } };
  }
  return null;
}
