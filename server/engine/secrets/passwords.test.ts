import { expect, test } from 'vitest';
import { Refusal } from '#shared/errors.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a hash is argon2id with our parameters and differs each time', async () => {
  const [one, two] = await Promise.all([hashPassword('a quiet river'), hashPassword('a quiet river')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword(one, 'a quiet river')).toBe(true);
  expect(await verifyPassword(one, 'a quiet rivet')).toBe(false);
});

test('a missing hash gives false after the same work and time', async () => {
  expect(await verifyPassword(null, 'whatever')).toBe(false);
  const crowd = await Promise.allSettled(Array.from({ length: 70 }, () => verifyPassword(null, 'whatever')));
  expect(crowd.filter((one) => one.status === 'rejected')).toHaveLength(8);
});

test('requests beyond the queue are told to retry, and the others are served', async () => {
  const crowd = await Promise.allSettled(Array.from({ length: 80 }, () => hashPassword('a quiet river')));
  const refused = crowd.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(18);
  expect(
    refused.every(
      ({ reason }) => reason instanceof Refusal && reason.code === 'unavailable' && reason.retryAfter === 2,
    ),
  ).toBe(true);
  expect(await hashPassword('afterwards')).toMatch(/^\$argon2id/);
});
