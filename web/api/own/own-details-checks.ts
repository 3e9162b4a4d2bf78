import type { FieldError } from 'react-hook-form';
import * as z from 'zod/mini';
import { changeUserBody, personBody } from '#shared/contract/users.ts';
import { changedSince, keepTyped } from '#web/api/boxes.ts';

/** One's own details, and the password that a change of e-mail or phone needs. */
export const ownDetails = z.extend(personBody, { currentPassword: changeUserBody.shape.currentPassword });
export type OwnDetails = z.input<typeof ownDetails>;

/** What is wrong with what was typed: of each box the first thing. */
export function wrongDetails(typed: OwnDetails): { [K in keyof OwnDetails]?: FieldError } {
  const wrong = ownDetails.safeParse(typed).error?.issues ?? [];
  return Object.fromEntries(
    wrong.toReversed().map(({ path, code, message }) => [path[0], { type: code, message }]),
  );
}

export { keepTyped };

/** The boxes that both somebody else and this user changed. */
export function changedByBoth<B extends OwnDetails>(shown: B, typed: B, saved: B): (keyof B)[] {
  const names = Object.keys(changedSince<B>(shown, typed)) as (keyof B)[];
  return names.filter((name) => saved[name] !== shown[name] && saved[name] !== typed[name]);
}

/** What is sent of them: what she changed in what was shown, with the password only where it is needed. */
export function changedDetails(shown: Partial<OwnDetails>, { currentPassword, ...typed }: OwnDetails) {
  const body = changedSince(shown, typed);
  return currentPassword && ('email' in body || 'phone' in body) ? { ...body, currentPassword } : body;
}
