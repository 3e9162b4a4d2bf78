import * as z from 'zod/mini';
import { nothing } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/*
 * Accounts at Google and Facebook that sign in to a patient's account. They never sign in to a staff account.
 */

export const linkedIdentities = endpoint({
  method: 'GET',
  path: '/api/auth/identities',
  shows: ['users'],
  access: 'signed-in',
  summary: 'Lists the providers (such as Google) that can sign in to this account',
  reply: z.array(z.object({ provider: z.string() })),
});
const oneProvider = z.object({ provider: z.enum(['google', 'facebook']) });
export const linkIdentity = endpoint({
  method: 'POST',
  path: '/api/auth/identities/:provider',
  lock: 'visits',
  changes: [],
  access: ['patient', 'user'],
  proof: 'recent',
  summary: 'Returns the address at which a provider is linked to this account',
  params: oneProvider,
  reply: z.object({ address: z.string() }),
  errors: ['rate_limited', 'unavailable'],
});
export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/api/auth/identities/:provider',
  changes: ['users'],
  access: ['patient', 'user'],
  proof: 'recent',
  summary: 'Unlinks a provider from this account',
  params: oneProvider,
  reply: nothing,
  status: 204,
});
