import { expect, test } from 'vitest';
import { doctorPath, findDoctorByPath } from './doctor-address.ts';

test.each([
  ['Laila Kamal', '/doctors/laila-kamal-12'],
  ['Dr. Laïla  El-Kamal', '/doctors/laila-el-kamal-12'],
  ['Drew Halim', '/doctors/drew-halim-12'],
  ['ليلى كمال', '/doctors/12'],
])('%s has her page at %s', (name, path) => {
  expect(doctorPath({ id: 12, name })).toBe(path);
});

test('a doctor is found by id, whatever the name in the address', () => {
  const doctors = [
    { id: 2, name: 'Hoda' },
    { id: 12, name: 'Laila' },
  ];
  const found = (path: string) => findDoctorByPath(doctors, path)?.name;
  expect(['/doctors/laila-12', '/doctors/her-name-before-12', '/doctors/12'].map(found)).toEqual(
    Array(3).fill('Laila'),
  );
  expect(
    ['/doctors/laila', '/doctors/99', '/doctors/12/x', '/doctors/-', '/doctors/x-012'].map(found),
  ).toEqual(Array(5).fill(undefined));
});
