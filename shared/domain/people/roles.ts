import * as z from 'zod/mini';

/**
 * The four roles, one row each. `books` = may book for herself; `staff` = works in the clinic and sees its
 * day.
 */
export const roles = {
  patient: { staff: false, books: true, label: 'role.patient' },
  doctor: { staff: true, books: false, label: 'role.doctor' },
  admin: { staff: true, books: false, label: 'role.admin' },
  user: { staff: false, books: false, label: 'role.user' },
} as const satisfies Record<string, { staff: boolean; books: boolean; label: string }>;

export type Role = keyof typeof roles;
export const roleSchema = z.enum(Object.keys(roles) as [Role, ...Role[]]);

export const everyone: readonly Role[] = ['patient', 'doctor', 'admin', 'user'];
export const staffRoles: readonly Role[] = ['doctor', 'admin'];
export const isStaff = (role: Role): boolean => roles[role].staff;
