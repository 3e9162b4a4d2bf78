import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { personBody, type User } from '#shared/contract/users.ts';
import { uploadUrl } from '#shared/fields.ts';
import { pickChangedFields, toFormValues } from './form-values.ts';

const user = {
  name: 'Mona Samir',
  email: 'mona@mail.example',
  phone: '0100 123 4567',
  secondaryPhone: null,
} as User;

it('sends only changed values', () => {
  const shown = toFormValues(personBody, user);
  expect(pickChangedFields(shown, { ...shown })).toEqual({});
  expect(pickChangedFields(shown, { ...shown, name: 'Mona S.' })).toEqual({ name: 'Mona S.' });
  expect(pickChangedFields(shown, { ...shown, email: '', secondaryPhone: '02 2345 6789' })).toEqual({
    email: '',
    secondaryPhone: '02 2345 6789',
  });
  expect(pickChangedFields({ image: '', hours: [24, 3] }, { image: null, hours: [24, 3] })).toEqual({});
  expect(pickChangedFields({ role: 'doctor' }, { role: undefined })).toEqual({});
  expect(pickChangedFields({ hours: [24, 3] }, { hours: [24] })).toEqual({ hours: [24] });
});

it('fills every field of a schema with the saved, default or empty value', () => {
  expect(toFormValues(personBody, user)).toEqual({ ...user, secondaryPhone: '' });
  expect(toFormValues(personBody, null, { name: 'Mona' })).toEqual({
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
  expect(toFormValues(schema, null)).toEqual({ image: '', rooms: undefined, branches: [], open: false });
  expect(toFormValues(schema, { image: null, rooms: 0, branches: [2], open: true }, { rooms: 1 })).toEqual({
    image: '',
    rooms: 0,
    branches: [2],
    open: true,
  });
  // @ts-expect-error A form would empty the name, which is not there, on saving.
  toFormValues(personBody, { email: null, phone: null, secondaryPhone: null });
});
