import { addToFamily } from '#shared/contract/patients.ts';
import type { User } from '#shared/contract/users.ts';
import { isOtherName, isUnnamed } from '#shared/domain/people/other-name.ts';
import { fold } from '#shared/domain/people/search.ts';
import { change } from '#web/api/changes.ts';
import { changeOwn } from '#web/api/own/change-own.ts';
import { setSessionUser } from '#web/api/session.ts';

const sameName = (typed: string) => (one: { name: string }) => fold(one.name) === fold(typed);

/**
 * Id of the patient with the typed name: the account itself or a person it manages. Null if the user has to
 * be asked.
 */
export function meansOf(account: User, typed: string): number | null {
  const name = typed.trim();
  if (name === '' || isUnnamed(account.name, account.phone)) return account.id;
  const cared = account.caresFor.find(sameName(name));
  if (cared) return cared.id;
  return isOtherName(account.name, name) ? null : account.id;
}

/** Gives the typed name to an account that was created with a number alone. */
export async function nameAccount(account: User, typed: string): Promise<void> {
  const name = typed.trim();
  if (name !== '' && isUnnamed(account.name, account.phone)) await changeOwn(account, { name });
}

/** Adds a person with the typed name to those whose appointments the account manages; returns the new id. */
export async function addTyped(account: User, name: string): Promise<number> {
  const { caresFor } = await change(addToFamily, {
    params: { id: account.id },
    body: { name: name.trim(), relation: 'other' },
  });
  const person = caresFor.find(sameName(name));
  if (!person) throw new Error('the person was not added');
  setSessionUser({ ...account, caresFor: caresFor.map(({ id, name: called }) => ({ id, name: called })) });
  return person.id;
}

/**
 * Id of the patient with the typed name: the user, a person whose appointments the user manages, or a new
 * one.
 */
export async function otherPerson(account: User, typed: string): Promise<number> {
  const isTyped = sameName(typed.trim());
  if (isTyped(account)) return account.id;
  return account.caresFor.find(isTyped)?.id ?? addTyped(account, typed);
}
