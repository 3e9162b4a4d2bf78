import * as z from 'zod/mini';
import { changeUserBody, personBody } from '#shared/contract/users.ts';

/** One's own details, and the password that a change of e-mail or phone needs. */
export const ownDetails = z.extend(personBody, { currentPassword: changeUserBody.shape.currentPassword });

/** What is sent: the password only where it is needed. */
export const withProof = (
  body: Partial<z.input<typeof personBody>>,
  { currentPassword }: { currentPassword?: string | undefined },
) => (currentPassword && ('email' in body || 'phone' in body) ? { ...body, currentPassword } : body);
