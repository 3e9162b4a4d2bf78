import { useState } from 'react';
import type { User } from '#shared/contract/users.ts';
import type { VisitorForm } from './use-visitor-form.ts';

/** Id of the patient in the address: `/book?for=…`. */
const readPatientParam = (): number =>
  typeof location === 'undefined' ? 0 : Number(new URLSearchParams(location.search).get('for')) || 0;

/**
 * The patient of the booking: the signed-in user, a person whose appointments the user manages, or another
 * person by name.
 */
export function useBookingPatient(user: User | null, who: VisitorForm) {
  const [id, choose] = useState(readPatientParam);
  return {
    /** Null for a visitor. */
    person: user && (user.caresFor.find((one) => one.id === id) ?? user),
    isOther: who.typed.isOther,
    /** True while the user is asked whether the typed name means somebody else than the account. */
    isInDoubt: false,
    choose,
  };
}
export type BookingPatient = ReturnType<typeof useBookingPatient>;
