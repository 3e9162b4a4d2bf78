import { expect, test } from 'vitest';
import type { User } from '#shared/contract/users.ts';
import { findOrAddPatient } from './typed-person.ts';

const owner = 1;
const daughter = 2;
const account = {
  id: owner,
  name: 'Mona Samir',
  phone: '+201001234567',
  caresFor: [{ id: daughter, name: 'Mona' }],
};

test.each([
  ['mona samir', account.caresFor, owner],
  ['Mona', [], owner],
  ['Mona Ahmed Samir', [], owner],
  ['Mona', account.caresFor, daughter],
])(
  'for "somebody else" named %s whose mobile has an account, of these patients: %j',
  async (typed, caresFor, id) => {
    expect(await findOrAddPatient({ ...account, caresFor } as User, ` ${typed} `)).toBe(id);
  },
);
