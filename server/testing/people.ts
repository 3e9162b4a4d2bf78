import type { Deps } from '#server/deps.ts';
import { hashPassword } from '#server/engine/secrets/passwords.ts';
import { savePassword } from '#server/features/credentials/password-queries.ts';
import { insertUser, type NewUser } from '#server/features/users/queries.ts';
import { testPassword } from './test-app.ts';

let hashed: Promise<string> | undefined;

/** Inserts an account with the test password, by default of a patient. Returns its id. */
export async function addAccount(
  deps: Deps,
  username: string,
  values: Partial<NewUser> = {},
  mustChange = false,
): Promise<number> {
  hashed ??= hashPassword(testPassword);
  const id = await insertUser(deps.db, {
    role: 'patient',
    name: username,
    username,
    createdAt: deps.now(),
    ...values,
  });
  if (id === null) throw new Error(`the username ${username} is taken`);
  await savePassword(deps.db, id, await hashed, mustChange, deps.now());
  return id;
}

/** A password instead of the test password. */
export async function givePassword(deps: Deps, userId: number, password: string): Promise<void> {
  await savePassword(deps.db, userId, await hashPassword(password), false, deps.now());
}
