import { createHash } from 'node:crypto';
import type { EndpointSpec, Reply } from '#shared/contract/endpoint.ts';
import { Refusal } from '#shared/errors.ts';
import { serializeReply } from './serialize-reply.ts';

/**
 * The version of something that is saved whole: a digest of the reply that shows it. Every endpoint marked
 * `versioned` sends it as `ETag`; a write sends it back as `If-Match`.
 */
export const entityTag = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/** The tag as the server sent it: a proxy that compresses replies makes it weak, or names its encoding in it. */
const stripProxyTag = (tag: string): string => tag.replace(/^W\//, '').replace(/-(?:gzip|br|zstd)"$/, '"');

/**
 * Refuses a write whose `If-Match` names another state than the current one: somebody else saved in between.
 * A write without `If-Match` is accepted. Call it inside the transaction, after the row is locked.
 *
 * @throws Refusal `stale` with the current state
 */
export function refuseStale<E extends EndpointSpec>(
  spec: E,
  ifMatch: string | undefined,
  current: Reply<E>,
): void {
  if (ifMatch !== undefined && stripProxyTag(ifMatch) !== entityTag(serializeReply(spec.reply, current)))
    throw new Refusal('stale', { current });
}

/** The same for a record whose current state is read only where it is needed. */
export async function refuseOldVersion(
  seen: number | undefined,
  version: number,
  current: () => unknown,
): Promise<void> {
  if (seen !== undefined && seen !== version) throw new Refusal('stale', { current: await current() });
}

/**
 * The same for a record with a version number. A write without a version is accepted.
 *
 * @throws Refusal `stale` with the current record
 */
export function refuseStaleRecord<R extends { version: number }>(
  version: number | undefined,
  current: R,
): void {
  if (version !== undefined && version !== current.version) throw new Refusal('stale', { current });
}
