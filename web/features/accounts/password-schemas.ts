import * as z from 'zod/mini';
import {
  maxPassword,
  minPassword,
  minResetPassword,
  minStaffPassword,
} from '#shared/domain/people/password-rules.ts';

const createPasswordSchema = (min: number, message: string) =>
  z.string().check(z.minLength(min, message), z.maxLength(maxPassword, 'validation.passwordTooLong'));

const newPassword = (staff: boolean) =>
  staff
    ? createPasswordSchema(minStaffPassword, 'validation.newPasswordShortStaff')
    : createPasswordSchema(minPassword, 'validation.newPasswordShort');
const confirmPassword = createPasswordSchema(minPassword, 'validation.confirmPasswordShort');

const passwordsDifferError = { error: 'validation.newPasswordsDiffer', path: ['confirmPassword'] };

/** Form that changes the user's password: the current one, and the new one twice. */
export const createChangePasswordSchema = (staff: boolean) =>
  z
    .object({
      currentPassword: createPasswordSchema(minPassword, 'validation.currentPasswordShort'),
      newPassword: newPassword(staff),
      confirmPassword,
    })
    .check(z.refine((typed) => typed.newPassword === typed.confirmPassword, passwordsDifferError));

/** Form of the first password that the user chooses. The server requires longer ones of staff. */
export const firstPasswordSchema = z
  .object({ newPassword: newPassword(false), confirmPassword })
  .check(z.refine((typed) => typed.newPassword === typed.confirmPassword, passwordsDifferError));

const resetPasswordText = createPasswordSchema(minResetPassword, 'validation.passwordShortReset');
export const resetPasswordSchema = z
  .object({ newPassword: resetPasswordText, confirmPassword: resetPasswordText })
  .check(
    z.refine((typed) => typed.newPassword === typed.confirmPassword, {
      error: 'validation.passwordsDiffer',
      path: ['confirmPassword'],
    }),
  );
