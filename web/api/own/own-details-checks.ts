import type { FieldError } from 'react-hook-form';
import * as z from 'zod/mini';
import { changeUserBody, personBody } from '#shared/contract/users.ts';
import { changedSince } from '#web/api/boxes.ts';

/** Fields of the user's own details, with the current password that a change of e-mail or phone requires. */
export const ownDetails = z.extend(personBody, { currentPassword: changeUserBody.shape.currentPassword });
export type OwnDetails = z.input<typeof ownDetails>;

/** The first validation error of each field. */
export function wrongDetails(typed: OwnDetails): { [K in keyof OwnDetails]?: FieldError } {
  const wrong = ownDetails.safeParse(typed).error?.issues ?? [];
  return Object.fromEntries(
    wrong.toReversed().map(({ path, code, message }) => [path[0], { type: code, message }]),
  );
}

/** Fields that both another user and this user changed. */
export function changedByBoth<B extends OwnDetails>(shown: B, typed: B, saved: B): (keyof B)[] {
  const names = Object.keys(changedSince<B>(shown, typed)) as (keyof B)[];
  return names.filter((name) => saved[name] !== shown[name] && saved[name] !== typed[name]);
}

/** Request body: the changed fields, with the current password only if the e-mail or phone changed. */
export function changedDetails(shown: Partial<OwnDetails>, { currentPassword, ...typed }: OwnDetails) {
  const body = changedSince(shown, typed);
  return currentPassword && ('email' in body || 'phone' in body) ? { ...body, currentPassword } : body;
}
