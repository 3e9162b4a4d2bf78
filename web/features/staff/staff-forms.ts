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
export const newStaffSchema = z.extend(newStaffBody, { password: staffPassword });

/** A new admin, created in the profile tab. */
export const newAdminSchema = z.extend(newUserBody, { password: staffPassword });

const createRequiredPassword = (message: string) =>
  z.string().check(z.minLength(1, message), z.maxLength(maxPassword, 'validation.passwordTooLong'));

/** Change of the user's own password, with the texts of the admin pages. */
export const adminPasswordSchema = z
  .object({
    currentPassword: createRequiredPassword('validation.currentPasswordRequired'),
    newPassword: staffPassword,
    confirmPassword: createRequiredPassword('validation.confirmPasswordRequired'),
  })
  .check(
    z.refine((typed) => typed.newPassword === typed.confirmPassword, {
      error: 'validation.passwordsDiffer',
      path: ['confirmPassword'],
    }),
  );
