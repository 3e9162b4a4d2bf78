import { zodResolver } from '@hookform/resolvers/zod';
import * as z from 'zod/mini';
import { changeUserBody, personBody, type User } from '#shared/contract/users.ts';
import { changedIn } from '#web/api/boxes.ts';

/** One's own details, and the password that a change of e-mail or phone needs. */
export const ownDetails = z.extend(personBody, { currentPassword: changeUserBody.shape.currentPassword });
export type OwnDetails = z.input<typeof ownDetails>;

export const checkDetails = zodResolver(ownDetails);

/** What is sent of them: what she changed, with the password only where it is needed. */
export function changedDetails(user: User, { currentPassword, ...typed }: OwnDetails) {
  const body = changedIn(personBody, user, typed);
  return currentPassword && ('email' in body || 'phone' in body) ? { ...body, currentPassword } : body;
}
