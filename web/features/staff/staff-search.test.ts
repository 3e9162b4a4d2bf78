import { expect, test } from 'vitest';
import type { StaffMember } from '#shared/contract/staff.ts';
import { matchesStaffSearch } from './staff-search.ts';

const member = {
  user: { name: 'Layla Hassan', username: 'dr-layla', phone: null, email: null },
  nameAr: 'ليلى حسن',
  title: 'Dr.',
  titleAr: 'د.',
  speciality: 'Fertility',
  specialityAr: 'الخصوبة',
} as StaffMember;

test('a staff member is found by name in either language, and by speciality', () => {
  const found = (query: string) => matchesStaffSearch(member, query);
  expect(['layla', 'ليلي', 'حسن', 'dr-lay', 'fertil', ''].filter(found)).toHaveLength(6);
  expect(found('منى')).toBe(false);
});
