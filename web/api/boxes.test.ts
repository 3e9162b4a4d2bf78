import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { personBody, type User } from '#shared/contract/users.ts';
import { uploadUrl } from '#shared/fields.ts';
import { boxesOf, changedSince } from './boxes.ts';

const user = {
  name: 'Mona Samir',
  email: 'mona@mail.example',
  phone: '0100 123 4567',
  secondaryPhone: null,
} as User;

it('sends only changed values', () => {
  const shown = boxesOf(personBody, user);
  expect(changedSince(shown, { ...shown })).toEqual({});
  expect(changedSince(shown, { ...shown, name: 'Mona S.' })).toEqual({ name: 'Mona S.' });
  expect(changedSince(shown, { ...shown, email: '', secondaryPhone: '02 2345 6789' })).toEqual({
    email: '',
    secondaryPhone: '02 2345 6789',
  });
  expect(changedSince({ image: '', hours: [24, 3] }, { image: null, hours: [24, 3] })).toEqual({});
  expect(changedSince({ role: 'doctor' }, { role: undefined })).toEqual({});
  expect(changedSince({ hours: [24, 3] }, { hours: [24] })).toEqual({ hours: [24] });
});

it('fills every field of a schema with the saved, default or empty value', () => {
  expect(boxesOf(personBody, user)).toEqual({ ...user, secondaryPhone: '' });
  expect(boxesOf(personBody, null, { name: 'Mona' })).toEqual({
    name: 'Mona',
    email: '',
    phone: '',
    secondaryPhone: '',
  });
  const schema = z.object({
    image: z.optional(z.nullable(z.union([z.literal(''), uploadUrl]))),
    rooms: z.optional(z.int()),
    branches: z.optional(z.array(z.int())),
    open: z.optional(z.boolean()),
  });
  expect(boxesOf(schema, null)).toEqual({ image: '', rooms: undefined, branches: [], open: false });
  expect(boxesOf(schema, { image: null, rooms: 0, branches: [2], open: true }, { rooms: 1 })).toEqual({
    image: '',
    rooms: 0,
    branches: [2],
    open: true,
  });
  // @ts-expect-error A form would empty the name, which is not there, on saving.
  boxesOf(personBody, { email: null, phone: null, secondaryPhone: null });
});
