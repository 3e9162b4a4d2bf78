import { normalisePhone } from '#shared/domain/phone.ts';
import { Refusal } from '#shared/errors.ts';

/** A phone as it is kept, null for none; refused when it is no phone number. */
export function keptPhone(text: string | null | undefined, field: 'phone' | 'secondaryPhone'): string | null {
  if (!text) return null;
  const phone = normalisePhone(text);
  if (phone === null) throw new Refusal('malformed', { fields: { [field]: 'validation.phone' } });
  return phone;
}
