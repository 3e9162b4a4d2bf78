/** The roles, one row each. `books`: may book for herself. `staff`: works in the clinic and sees its day. */
export const roles = {
  patient: { staff: false, books: true, label: 'role.patient' },
  receptionist: { staff: true, books: false, label: 'role.receptionist' },
  doctor: { staff: true, books: false, label: 'role.doctor' },
  admin: { staff: true, books: false, label: 'role.admin' },
  user: { staff: false, books: false, label: 'role.user' },
} as const satisfies Record<string, { staff: boolean; books: boolean; label: string }>;

export type Role = keyof typeof roles;

export const allRoles: readonly Role[] = ['patient', 'receptionist', 'doctor', 'admin', 'user'];
/** Roles that see the day of the clinic. */
export const staffRoles: readonly Role[] = ['receptionist', 'doctor', 'admin'];
/** Staff without receptionists: for matters of the whole clinic, and access to accounts. */
export const staffWithoutReceptionists: readonly Role[] = ['doctor', 'admin'];
/** Roles that write and read clinical data. */
export const doctorsOnly: readonly Role[] = ['doctor'];
/** Roles of patients. */
export const patientRoles: readonly Role[] = ['patient', 'user'];
export const isStaff = (role: Role): boolean => roles[role].staff;
