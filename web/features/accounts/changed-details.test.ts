import { expect, it } from 'vitest';
import type { User } from '#shared/contract/users.ts';
import { changedDetails } from './changed-details.ts';

const user = {
  name: 'Mona Samir',
  email: 'mona@mail.example',
  phone: '0100 123 4567',
  secondaryPhone: null,
} as User;

it('finds only what differs from what is kept', () => {
  expect(
    changedDetails(user, {
      name: 'Mona Samir',
      email: 'mona@mail.example',
      phone: '0100 123 4567',
      secondaryPhone: '',
    }),
  ).toEqual({});
  expect(
    changedDetails(user, {
      name: 'Mona S.',
      email: 'mona@mail.example',
      phone: '0100 123 4567',
      secondaryPhone: '',
    }),
  ).toEqual({
    name: 'Mona S.',
  });
  expect(
    changedDetails(user, {
      name: 'Mona Samir',
      email: '',
      phone: '0100 123 4567',
      secondaryPhone: '02 2345 6789',
    }),
  ).toEqual({
    email: '',
    secondaryPhone: '02 2345 6789',
  });
});
