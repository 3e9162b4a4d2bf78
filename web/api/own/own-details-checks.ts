import type { FieldError } from 'react-hook-form';
import * as z from 'zod/mini';
import { changeUserBody, personBody } from '#shared/contract/users.ts';
import { pickChangedFields } from '#web/api/form-values.ts';

/** Fields of the user's own details, with the current password that a change of e-mail or phone requires. */
export const ownDetailsSchema = z.extend(personBody, {
  currentPassword: changeUserBody.shape.currentPassword,
});
export type OwnDetails = z.input<typeof ownDetailsSchema>;

/** The first validation error of each field. */
export function validateOwnDetails(typed: OwnDetails): { [K in keyof OwnDetails]?: FieldError } {
  const wrong = ownDetailsSchema.safeParse(typed).error?.issues ?? [];
  return Object.fromEntries(
    wrong.toReversed().map(({ path, code, message }) => [path[0], { type: code, message }]),
  );
}

/** Fields that both another user and this user changed. */
export function listConflictingFields<B extends OwnDetails>(shown: B, typed: B, saved: B): (keyof B)[] {
  const names = Object.keys(pickChangedFields<B>(shown, typed)) as (keyof B)[];
  return names.filter((name) => saved[name] !== shown[name] && saved[name] !== typed[name]);
}

/** Request body: the changed fields, with the current password only if the e-mail or phone changed. */
export function buildOwnDetailsBody(shown: Partial<OwnDetails>, { currentPassword, ...typed }: OwnDetails) {
  const body = pickChangedFields(shown, typed);
  return currentPassword && ('email' in body || 'phone' in body) ? { ...body, currentPassword } : body;
}
