import { useEffect, useState } from 'react';
import type { User } from '#shared/contract/users.ts';
import { roles } from '#shared/domain/people/roles.ts';
import type { BookingPatient } from './use-booking-patient.ts';
import type { VisitorForm } from './use-visitor-form.ts';

export interface NameMismatch {
  account: User;
  /** The name that the visitor typed as her own. */
  typed: string;
  /** Name of the other person for whom the visitor books; null if she books for herself. */
  patient: string | null;
}

/**
 * Asks who the patient is if the name that a visitor typed differs from the name of the account after signing
 * in; a visitor who books for another person is asked at "Confirm" whether the account is hers. The question
 * stays until it is answered, also after a reload, because the typed name is stored.
 */
export function useNameMismatch(user: User | null, who: VisitorForm, whom: BookingPatient) {
  const [asked, setAsked] = useState<NameMismatch | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { isOther } = who.typed;
  const typed = who.typed.name.trim();
  const isPending = user !== null && roles[user.role].books && !isOther && typed !== '' && !who.busy;
  const ask = (account: User, name: string) => {
    setAsked({ account, typed: name, patient: isOther ? who.typed.patient.trim() : null });
    setOpen(true);
  };
  const { choose } = whom;
  useEffect(() => {
    if (!isPending) return;
    let isLeft = false;
    void import('./typed-person.ts')
      .then(({ findTypedPatientId: meansOf }) => {
        const means = meansOf(user, typed);
        if (isLeft) return;
        if (means === null) ask(user, typed);
        else choose(means);
      })
      // The question is asked again at "Confirm".
      .catch(() => undefined);
    return () => {
      isLeft = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once for each account and name
  }, [isPending, user?.id, typed]);
  return {
    doubt: asked && user && asked.typed === typed ? { ...asked, account: user } : null,
    isOpen,
    ask,
    /** Call this once the question is answered. */
    end: () => setAsked(null),
    close: () => setOpen(false),
  };
}
