import { createApiKey, createSession, createSignedInUser } from '#server/testing/signed-in.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { apiScopes, fhirScopes } from '#shared/domain/key-scopes.ts';
import type { Role } from '#shared/domain/people/roles.ts';

export const ownersName = 'madam';

/**
 * The condition that finds such a person among the rows of `users u`, and the function that creates one if
 * there is none.
 */
interface Kind {
  readonly is: string;
  readonly make: (t: TestApp) => Promise<unknown>;
}
const looksAfter = 'exists (select from guardians where guardian_id = u.id and until is null)';
const lookedAfter = 'exists (select from guardians where patient_id = u.id and until is null)';

async function makeGuardian(t: TestApp): Promise<void> {
  const { id } = await createSignedInUser(t, { role: 'patient' });
  await t.deps.database.pool.query(
    `insert into guardians (patient_id, guardian_id, relation) select u.id, $1, 'mother' from users u
     where u.role = 'patient' and u.id <> $1 and not ${lookedAfter} and not ${looksAfter} limit 1`,
    [id],
  );
}

/** Every role, and people with more rights than their role. */
const people: Readonly<Record<Role | 'guardian' | 'super admin' | 'owner', Kind>> = {
  patient: {
    is: `u.role = 'patient' and not ${looksAfter}`,
    make: (t) => createSignedInUser(t, { role: 'patient' }),
  },
  guardian: { is: `u.role = 'patient' and ${looksAfter}`, make: makeGuardian },
  user: { is: `u.role = 'user'`, make: (t) => createSignedInUser(t, { role: 'user' }) },
  receptionist: {
    is: `u.role = 'receptionist'`,
    make: (t) => createSignedInUser(t, { role: 'receptionist' }),
  },
  doctor: { is: `u.role = 'doctor'`, make: (t) => createSignedInUser(t, { role: 'doctor' }) },
  admin: {
    is: `u.role = 'admin' and not u.is_super_admin and u.username <> '${ownersName}'`,
    make: (t) => createSignedInUser(t, { role: 'admin' }),
  },
  'super admin': {
    is: 'u.is_super_admin',
    make: (t) => createSignedInUser(t, { role: 'admin', isSuperAdmin: true }),
  },
  owner: {
    is: `u.role = 'admin' and u.username = '${ownersName}'`,
    make: (t) => createSignedInUser(t, { role: 'admin', username: ownersName }),
  },
};

type Person = keyof typeof people;
/** A person with a session cookie, nobody, or a program with an API key. */
export type Caller = Person | 'nobody' | 'program';
const persons = Object.keys(people) as Person[];
export const callers: readonly Caller[] = ['nobody', ...persons, 'program'];

/** The credentials of each caller: a session cookie, or an API key for the program. */
export type Credentials = Readonly<Record<Caller, string>>;

/** The person of this kind with the most appointments; a new one if earlier calls left none. */
async function sessionOfOne(t: TestApp, person: Person): Promise<string> {
  const find = async () => {
    const { rows } = await t.deps.database.pool.query<{ id: number }>(
      `select u.id from users u where ${people[person].is}
         and u.deactivated_at is null and u.erased_at is null and u.merged_into is null
       order by (select count(*) from appointments where patient_id = u.id) desc, u.id limit 1`,
    );
    return rows[0]?.id;
  };
  let id = await find();
  if (id === undefined) {
    await people[person].make(t);
    id = await find();
  }
  return createSession(t, id ?? 0);
}

export async function signInCallers(t: TestApp): Promise<Credentials> {
  const shown: Record<string, string> = { nobody: '' };
  for (const person of persons) shown[person] = await sessionOfOne(t, person);
  shown.program = await createApiKey(t, { scopes: [...apiScopes, ...fhirScopes] });
  return shown as Credentials;
}
