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
  summary: 'Which providers open this account',
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
  summary: 'Where to go so that a provider opens this account: whoever signs in there is joined to it',
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
  summary: 'A provider no longer opens this account',
  params: oneProvider,
  reply: nothing,
  status: 204,
});
