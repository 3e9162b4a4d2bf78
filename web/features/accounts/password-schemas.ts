import * as z from 'zod/mini';
import {
  maxPassword,
  minPassword,
  minResetPassword,
  minStaffPassword,
} from '#shared/domain/people/password-rules.ts';

const atLeast = (min: number, message: string) =>
  z.string().check(z.minLength(min, message), z.maxLength(maxPassword, 'validation.passwordTooLong'));

const newPassword = (staff: boolean) =>
  staff
    ? atLeast(minStaffPassword, 'validation.newPasswordShortStaff')
    : atLeast(minPassword, 'validation.newPasswordShort');
const confirmPassword = atLeast(minPassword, 'validation.confirmPasswordShort');

const differ = { error: 'validation.newPasswordsDiffer', path: ['confirmPassword'] };

/** Form that changes the user's password: the current one, and the new one twice. */
export const changePasswordForm = (staff: boolean) =>
  z
    .object({
      currentPassword: atLeast(minPassword, 'validation.currentPasswordShort'),
      newPassword: newPassword(staff),
      confirmPassword,
    })
    .check(z.refine((typed) => typed.newPassword === typed.confirmPassword, differ));

/** Form of the first password that the user chooses. The server requires longer ones of staff. */
export const newSecretForm = z
  .object({ newPassword: newPassword(false), confirmPassword })
  .check(z.refine((typed) => typed.newPassword === typed.confirmPassword, differ));

const resetLength = atLeast(minResetPassword, 'validation.passwordShortReset');
export const resetPasswordForm = z.object({ newPassword: resetLength, confirmPassword: resetLength }).check(
  z.refine((typed) => typed.newPassword === typed.confirmPassword, {
    error: 'validation.passwordsDiffer',
    path: ['confirmPassword'],
  }),
);
