import * as z from 'zod/mini';
import { newStaffBody } from '#shared/contract/staff.ts';
import { newUserBody } from '#shared/contract/users.ts';
import { maxPassword, minStaffPassword } from '#shared/domain/people/password-rules.ts';

const staffPassword = z
  .string()
  .check(
    z.minLength(minStaffPassword, 'validation.passwordShortStaff'),
    z.maxLength(maxPassword, 'validation.passwordTooLong'),
  );

/** A new staff member, with the longer password that staff need. */
export const newStaffForm = z.extend(newStaffBody, { password: staffPassword });

/** A new admin, created in the profile tab. */
export const newAdminForm = z.extend(newUserBody, { password: staffPassword });

const filled = (message: string) =>
  z.string().check(z.minLength(1, message), z.maxLength(maxPassword, 'validation.passwordTooLong'));

/** Change of the user's own password, with the texts of the admin pages. */
export const adminPasswordForm = z
  .object({
    currentPassword: filled('validation.currentPasswordRequired'),
    newPassword: staffPassword,
    confirmPassword: filled('validation.confirmPasswordRequired'),
  })
  .check(
    z.refine((typed) => typed.newPassword === typed.confirmPassword, {
      error: 'validation.passwordsDiffer',
      path: ['confirmPassword'],
    }),
  );
