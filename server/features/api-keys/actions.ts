import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { hashToken, randomKey } from '#server/engine/secrets/tokens.ts';
import type { makeApiKey } from '#shared/contract/connections/api-keys.ts';
import type { Body, Reply } from '#shared/contract/endpoint.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { insertKey, markKeyRevoked } from './queries.ts';

const day = 24 * 3_600_000;
const hintLength = 4;

/** Creates an API key; the secret is shown only once. */
export async function makeKey(
  deps: Deps,
  viewer: Viewer,
  { name, scopes, days, perMinute }: Body<typeof makeApiKey>,
): Promise<Reply<typeof makeApiKey>> {
  const now = deps.now();
  const key = randomKey();
  const granted = {
    name,
    scopes: [...new Set(scopes)],
    perMinute,
    expiresAt: days && addMilliseconds(now, days * day),
  };
  const id = await inTransaction(deps.db, async (tx) => {
    const made = await insertKey(tx, {
      ...granted,
      tokenHash: hashToken(key),
      hint: key.slice(-hintLength),
      createdBy: viewer.id,
      createdAt: now,
    });
    const event = { action: 'key_made', subject: 'api-keys', subjectId: made, after: granted } as const;
    await recordEvent(tx, viewer, event);
    return made;
  });
  return { id, key };
}

/** Revokes an API key, effective with its next request. */
export async function revokeKey(deps: Deps, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const name = await markKeyRevoked(tx, id, deps.now());
    if (name === undefined) throw new Refusal('not_found');
    const before = { name };
    await recordEvent(tx, viewer, { action: 'key_revoked', subject: 'api-keys', subjectId: id, before });
  });
}
