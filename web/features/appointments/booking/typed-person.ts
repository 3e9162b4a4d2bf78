import { addToFamily } from '#shared/contract/patients.ts';
import type { User } from '#shared/contract/users.ts';
import { isDifferentPerson, isUnnamed } from '#shared/domain/people/name-match.ts';
import { normalizeForSearch } from '#shared/domain/people/search.ts';
import { sendChange } from '#web/api/changes.ts';
import { saveOwnAccount } from '#web/api/own/change-own.ts';
import { setSessionUser } from '#web/api/session.ts';

const createNameMatcher = (typed: string) => (one: { name: string }) =>
  normalizeForSearch(one.name) === normalizeForSearch(typed);

/**
 * Id of the patient with the typed name: the account itself or a person it manages. Null if the user has to
 * be asked.
 */
export function findTypedPatientId(account: User, typed: string): number | null {
  const name = typed.trim();
  if (name === '' || isUnnamed(account.name, account.phone)) return account.id;
  const cared = account.caresFor.find(createNameMatcher(name));
  if (cared) return cared.id;
  return isDifferentPerson(account.name, name) ? null : account.id;
}

/** Gives the typed name to an account that was created with a number alone. */
export async function saveAccountName(account: User, typed: string): Promise<void> {
  const name = typed.trim();
  if (name !== '' && isUnnamed(account.name, account.phone)) await saveOwnAccount(account, { name });
}

/** Adds a person with the typed name to those whose appointments the account manages; returns the new id. */
export async function addFamilyMember(account: User, name: string): Promise<number> {
  const { caresFor } = await sendChange(addToFamily, {
    params: { id: account.id },
    body: { name: name.trim(), relation: 'other' },
  });
  const person = caresFor.find(createNameMatcher(name));
  if (!person) throw new Error('the person was not added');
  setSessionUser({ ...account, caresFor: caresFor.map(({ id, name: called }) => ({ id, name: called })) });
  return person.id;
}

/**
 * Id of the other patient whom a visitor named: a person whose appointments the account manages, or a new
 * one. If the name may be the account's own, the visitor typed the patient's own mobile number, and the
 * patient is the account itself.
 */
export async function findOrAddPatient(account: User, typed: string): Promise<number> {
  const cared = account.caresFor.find(createNameMatcher(typed.trim()));
  if (cared) return cared.id;
  return isDifferentPerson(account.name, typed) ? addFamilyMember(account, typed) : account.id;
}
