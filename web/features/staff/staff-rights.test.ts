import { expect, test } from 'vitest';
import type { User } from '#shared/contract/users.ts';
import { getStaffRights } from './staff-rights.ts';

const person = (id: number, role: User['role'], isSuperAdmin = false) => ({ id, role, isSuperAdmin }) as User;
const superAdmin = person(1, 'admin', true);
const admin = person(2, 'admin');
const doctor = person(3, 'doctor');

test('an admin manages doctors', () => {
  expect(getStaffRights(admin, doctor)).toEqual({
    edit: true,
    signIn: true,
    handOver: true,
    deactivate: true,
    role: true,
  });
});

test('only the super admin changes how another admin signs in', () => {
  const other = person(4, 'admin');
  expect(getStaffRights(admin, other)).toEqual({
    edit: true,
    signIn: false,
    handOver: false,
    deactivate: false,
    role: true,
  });
  expect(getStaffRights(superAdmin, other)).toEqual({
    edit: true,
    signIn: true,
    handOver: true,
    deactivate: true,
    role: true,
  });
});

test('nobody else changes the super admin, and nobody locks herself out', () => {
  expect(getStaffRights(admin, superAdmin)).toEqual({
    edit: false,
    signIn: false,
    handOver: false,
    deactivate: false,
    role: false,
  });
  expect(getStaffRights(superAdmin, superAdmin)).toEqual({
    edit: true,
    signIn: false,
    handOver: false,
    deactivate: false,
    role: false,
  });
});
