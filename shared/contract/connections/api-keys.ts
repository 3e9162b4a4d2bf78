import * as z from 'zod/mini';
import { keyScopes } from '../../domain/key-scopes.ts';
import { id, idParams, instant, nameText, nothing } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/* API keys for other programs: each has a name, scopes, an expiry and its own rate limit. */

export const apiKeySchema = z.object({
  id,
  name: z.string(),
  /** Last characters of the key: enough to recognize it. */
  hint: z.string(),
  scopes: z.array(z.string()),
  perMinute: z.int(),
  createdAt: instant,
  createdBy: z.string(),
  expiresAt: z.nullable(instant),
  usedAt: z.nullable(instant),
  /** Network address of the last use. */
  usedFrom: z.nullable(z.string()),
  /** `orphaned`: its creator is no longer an admin, and the key is refused. */
  state: z.enum(['good', 'expired', 'orphaned']),
});
export type ApiKey = z.output<typeof apiKeySchema>;

export const keyLifetimes = [30, 90, 365] as const;

export const newApiKeyBody = z.object({
  name: nameText(60),
  scopes: z
    .array(z.enum(keyScopes))
    .check(z.minLength(1, 'validation.required'), z.maxLength(keyScopes.length, 'validation.tooMany')),
  /** Days until the key expires; null: valid until revoked. */
  days: z.nullable(z.literal([...keyLifetimes])),
  perMinute: z
    .int('validation.wholeNumber')
    .check(z.gte(1, 'validation.invalid'), z.lte(6000, 'validation.invalid')),
});

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/api-keys',
  shows: ['api-keys', 'staff', 'users'],
  access: ['admin'],
  summary: 'Lists the API keys that were not revoked, newest first, without the secret keys',
  reply: z.array(apiKeySchema),
});
export const makeApiKey = endpoint({
  method: 'POST',
  path: '/api/api-keys',
  changes: ['api-keys'],
  access: ['admin'],
  proof: 'recent',
  summary: 'Creates an API key for another program. The key is shown only in this answer',
  body: newApiKeyBody,
  reply: z.object({ id, key: z.string() }),
  status: 201,
});
export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api/api-keys/:id',
  changes: ['api-keys'],
  access: ['admin'],
  summary: 'Revokes an API key: every later request with it is rejected',
  params: idParams,
  reply: nothing,
  status: 204,
});
