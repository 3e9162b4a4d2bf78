import { addToFamily } from '#shared/contract/patients.ts';
import type { User } from '#shared/contract/users.ts';
import { isOtherName, isUnnamed } from '#shared/domain/people/other-name.ts';
import { fold } from '#shared/domain/people/search.ts';
import { change } from '#web/api/changes.ts';
import { changeOwn } from '#web/api/own/change-own.ts';
import { setSessionUser } from '#web/api/session.ts';

const sameName = (typed: string) => (one: { name: string }) => fold(one.name) === fold(typed);

/**
 * The patient whom a typed name means: the account itself, or somebody it looks after. Null: it has to be
 * asked.
 */
export function meansOf(account: User, typed: string): number | null {
  const name = typed.trim();
  if (name === '' || isUnnamed(account.name, account.phone)) return account.id;
  const cared = account.caresFor.find(sameName(name));
  if (cared) return cared.id;
  return isOtherName(account.name, name) ? null : account.id;
}

/** An account that was made by its number alone takes the name that its user typed. */
export async function nameAccount(account: User, typed: string): Promise<void> {
  const name = typed.trim();
  if (name !== '' && isUnnamed(account.name, account.phone)) await changeOwn(account, { name });
}

/** Somebody of the typed name, looked after by the account from now on. */
export async function addTyped(account: User, name: string): Promise<number> {
  const { caresFor } = await change(addToFamily, {
    params: { id: account.id },
    body: { name: name.trim(), relation: 'other' },
  });
  const person = caresFor.find(sameName(name));
  if (!person) throw new Error('nobody was added');
  setSessionUser({ ...account, caresFor: caresFor.map(({ id, name: called }) => ({ id, name: called })) });
  return person.id;
}

/** The patient whom the user books for by name: herself, somebody she looks after, or somebody new. */
export async function otherPerson(account: User, typed: string): Promise<number> {
  const isTyped = sameName(typed.trim());
  if (isTyped(account)) return account.id;
  return account.caresFor.find(isTyped)?.id ?? addTyped(account, typed);
}
