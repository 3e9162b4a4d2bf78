import { useState } from 'react';
import { patientRoles } from '#shared/domain/people/roles.ts';
import { useMultiStepChange } from '#web/api/changes.ts';
import type { NameMismatch } from '#web/features/appointments/booking/use-typed-name.ts';
import type { VisitorForm } from '#web/features/appointments/booking/use-visitor-form.ts';

const loadTypedPerson = () => import('#web/features/appointments/booking/typed-person.ts');

/**
 * Signs a visitor in with the code and joins the waiting list for the named patient. If the name differs from
 * the account's, asks first: nobody joins before the answer.
 */
export function useVisitorWish(who: VisitorForm, join: (patientId: number) => Promise<void>) {
  const [doubt, setDoubt] = useState<NameMismatch | null>(null);
  const [isOpen, setOpen] = useState(false);
  async function joinFor(patientId: number) {
    setDoubt(null);
    who.forget();
    await join(patientId);
  }
  const entering = useMultiStepChange(async () => {
    const { name, patient, isOther } = who.typed;
    const account = await who.enter();
    if (!account || !patientRoles.includes(account.role)) return;
    const {
      findTypedPatientId: meansOf,
      saveAccountName: nameAccount,
      findOrAddPatient: otherPerson,
    } = await loadTypedPerson();
    await nameAccount(account, name);
    const patientId = isOther ? await otherPerson(account, patient) : meansOf(account, name);
    if (patientId !== null) return joinFor(patientId);
    setDoubt({ account, typed: name.trim() });
    setOpen(true);
  });
  const adding = useMultiStepChange(async ({ account, typed }: NameMismatch) => {
    setOpen(false);
    const { addFamilyMember: addTyped } = await loadTypedPerson();
    await joinFor(await addTyped(account, typed));
  });
  return {
    /** The question, while it is unanswered. */
    doubt,
    isOpen: doubt !== null && isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    enter: () => entering.mutate(),
    forAccount: () => doubt && void joinFor(doubt.account.id),
    forTyped: () => doubt && adding.mutate(doubt),
    busy: entering.isPending || adding.isPending,
    refused: entering.error ?? adding.error,
  };
}
