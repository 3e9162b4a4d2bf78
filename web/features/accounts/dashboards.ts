import type { Role } from '#shared/domain/people/roles.ts';

const startPageByRole: Partial<Record<Role, string>> = {
  admin: '/admin/dashboard',
  doctor: '/doctor/dashboard',
  receptionist: '/clinic/day',
};

/** Start page of staff after sign-in; undefined for patients, who stay on their page. */
export const getStaffStartPage = (role: Role): string | undefined => startPageByRole[role];
