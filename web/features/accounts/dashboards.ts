import type { Role } from '#shared/domain/people/roles.ts';

const dashboards: Partial<Record<Role, string>> = {
  admin: '/admin/dashboard',
  doctor: '/doctor/dashboard',
  receptionist: '/clinic/day',
};

/** Where staff work; a patient stays on the page she is on. */
export const dashboardOf = (role: Role): string | undefined => dashboards[role];
