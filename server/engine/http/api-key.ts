import type { FastifyRequest } from 'fastify';
import { ignoreReadOnly } from '#server/engine/db/transaction.ts';
import { noSession } from '#server/engine/secrets/proof.ts';
import { hashToken } from '#server/engine/secrets/tokens.ts';
import type { EndpointSpec } from '#shared/contract/endpoint.ts';
import type { KeyScope } from '#shared/domain/key-scopes.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { Refusal } from '#shared/errors.ts';
import { clientAddress } from './client-address.ts';
import type { HttpDeps } from './deps.ts';
import { throttleKey } from './rate-limit.ts';
import type { Viewer } from './session.ts';
import type { ValidKey } from './viewers.ts';

/** The API key of a request, if it sends one. */
export const readBearerKey = ({
  headers: { authorization },
}: Pick<FastifyRequest, 'headers'>): string | null =>
  /^bearer (hakima_\S+)$/i.exec(authorization ?? '')?.[1] ?? null;

const keyUseIntervalMs = 60_000;

async function recordKeyUse(deps: HttpDeps, { id, usedAt, usedFrom }: ValidKey, from: string): Promise<void> {
  const now = deps.now();
  if (usedAt && now.getTime() - usedAt.getTime() < keyUseIntervalMs && usedFrom === from) return;
  await ignoreReadOnly(deps, () => deps.accounts.saveUse(deps.db, id, now, from));
}

/**
 * The viewer of an API key: it may do what an admin may, within its scopes; never what requires proof of
 * identity, a super admin, or sight of the owner. The history names the key.
 */
export async function authenticateKey(
  deps: HttpDeps,
  request: FastifyRequest,
  key: string,
  lang: Lang,
): Promise<Viewer> {
  const found = await deps.accounts.validKey(deps.db, hashToken(key), deps.now());
  if (!found) throw new Refusal('key_refused');
  await throttleKey(deps, found);
  const ip = clientAddress(request);
  await recordKeyUse(deps, found, ip);
  return {
    id: found.madeBy,
    role: 'admin',
    name: found.name,
    username: null,
    lang,
    isSuperAdmin: false,
    isOwner: false,
    hiddenUsername: deps.config.OWNER_USERNAME,
    ...noSession,
    ip,
    requestId: request.id,
    key: { id: found.id, scopes: found.scopes },
  };
}

/** Rejects a key whose scopes do not include the endpoint. */
export function requireScope({ key }: Pick<Viewer, 'key'>, scope: KeyScope): void {
  if (!key?.scopes.includes(scope)) throw new Refusal('scope_missing', { params: { scope } });
}

/** An endpoint that the contract does not open to keys is closed to all of them, also a public one. */
export function checkKey(spec: EndpointSpec, viewer: Viewer): void {
  if (!spec.key) throw new Refusal('not_for_keys');
  requireScope(viewer, spec.key);
}
