import { useState } from 'react';
import { patientRoles } from '#shared/domain/people/roles.ts';
import { useDoing } from '#web/api/changes.ts';
import type { Doubt } from '#web/features/appointments/booking/use-typed-name.ts';
import type { Who } from '#web/features/appointments/booking/use-who.ts';

const bringNames = () => import('#web/features/appointments/booking/typed-person.ts');

/**
 * Signs a visitor in with the code and joins the waiting list for the named patient. If the name differs from
 * the account's, asks first: nobody joins before the answer.
 */
export function useWhoseWish(who: Who, join: (patientId: number) => Promise<void>) {
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const [isOpen, setOpen] = useState(false);
  async function joinFor(patientId: number) {
    setDoubt(null);
    who.forget();
    await join(patientId);
  }
  const entering = useDoing(async () => {
    const { name, patient, isOther } = who.typed;
    const account = await who.enter();
    if (!account || !patientRoles.includes(account.role)) return;
    const { meansOf, nameAccount, otherPerson } = await bringNames();
    await nameAccount(account, name);
    const patientId = isOther ? await otherPerson(account, patient) : meansOf(account, name);
    if (patientId !== null) return joinFor(patientId);
    setDoubt({ account, typed: name.trim() });
    setOpen(true);
  });
  const adding = useDoing(async ({ account, typed }: Doubt) => {
    setOpen(false);
    const { addTyped } = await bringNames();
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
