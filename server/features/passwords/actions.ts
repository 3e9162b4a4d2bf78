import { isCommonPassword } from '#shared/domain/common-passwords.ts';
import { minStaffPassword } from '#shared/domain/password-rules.ts';
import { isStaff, type Role } from '#shared/domain/roles.ts';
import { Refusal } from '#shared/errors.ts';

/** Refuses a password that is too short for a doctor or admin, or one of the commonest. `field` is where it was typed. */
export function checkNewPassword(role: Role, password: string, field: 'password' | 'newPassword'): void {
  if (isStaff(role) && password.length < minStaffPassword) {
    throw new Refusal('malformed', { fields: { [field]: 'validation.passwordShortStaff' } });
  }
  if (isCommonPassword(password)) throw new Refusal('common_password', { fields: { [field]: 'validation.passwordCommon' } });
}
