import { useState } from 'react';
import { patientRoles } from '#shared/domain/people/roles.ts';
import { useMultiStepChange } from '#web/api/changes.ts';
import type { NameMismatch } from '#web/features/appointments/booking/use-typed-name.ts';
import type { VisitorForm } from '#web/features/appointments/booking/use-visitor-form.ts';

const loadTypedPerson = () => import('#web/features/appointments/booking/typed-person.ts');

/**
 * Signs a visitor in with the code and joins the waiting list for the named patient. If the visitor's own
 * name differs from the account's, asks first: nobody joins before the answer.
 */
export function useVisitorWish(who: VisitorForm, join: (patientId: number) => Promise<void>) {
  const [doubt, setDoubt] = useState<NameMismatch | null>(null);
  const [isOpen, setOpen] = useState(false);
  async function joinFor(patientId: number) {
    setDoubt(null);
    who.forget();
    await join(patientId);
  }
  const entering = useMultiStepChange(async (isNewPatient: boolean) => {
    const { name, patient, isOther } = who.typed;
    const account = await who.enter(isNewPatient);
    if (!account || !patientRoles.includes(account.role)) return;
    const {
      findTypedPatientId: meansOf,
      saveAccountName: nameAccount,
      findOrAddPatient: otherPerson,
    } = await loadTypedPerson();
    await nameAccount(account, name);
    const typedId = meansOf(account, name);
    if (typedId !== null) return joinFor(isOther ? await otherPerson(account, patient) : typedId);
    setDoubt({ account, typed: name.trim(), patient: isOther ? patient.trim() : null });
    setOpen(true);
  });
  const answering = useMultiStepChange(
    async ({ account, typed, patient, isForAccount }: NameMismatch & { isForAccount: boolean }) => {
      setOpen(false);
      const { addFamilyMember: addTyped, findOrAddPatient: otherPerson } = await loadTypedPerson();
      if (patient !== null) return joinFor(await otherPerson(account, patient));
      await joinFor(isForAccount ? account.id : await addTyped(account, typed));
    },
  );
  return {
    /** The question, while it is unanswered. */
    doubt,
    isOpen: doubt !== null && isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    enter: (isNewPatient = false) => entering.mutate(isNewPatient),
    forAccount: () => doubt && answering.mutate({ ...doubt, isForAccount: true }),
    forTyped: () => doubt && answering.mutate({ ...doubt, isForAccount: false }),
    busy: entering.isPending || answering.isPending,
    refused: entering.error ?? answering.error,
  };
}
