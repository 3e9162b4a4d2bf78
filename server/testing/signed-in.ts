import { randomBytes } from 'node:crypto';
import { insertSession } from '#server/engine/http/queries.ts';
import { hashToken, randomKey } from '#server/engine/secrets/tokens.ts';
import { insertKey } from '#server/features/api-keys/queries.ts';
import { insertUser, type NewUser } from '#server/features/users/queries.ts';
import type { KeyScope } from '#shared/domain/key-scopes.ts';
import { makeUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

export interface SignedIn {
  readonly id: number;
  readonly cookie: string;
}

/** Inserts a person with a session, without a password. */
export async function createSignedInUser(
  t: TestApp,
  person: Partial<NewUser> & Pick<NewUser, 'role'>,
  idleSeconds?: number,
): Promise<SignedIn> {
  const username = person.username ?? `${person.role}-${randomBytes(4).toString('hex')}`;
  const id = await insertUser(t.deps.db, { name: username, ...person, username });
  if (id === null) throw new Error(`the username ${username} is taken`);
  return { id, cookie: await createSession(t, id, idleSeconds) };
}

/** The session of an answer, as a cookie for further calls. */
export const readSessionCookie = ({
  cookies,
}: {
  cookies: readonly { name: string; value: string }[];
}): string => `session=${cookies.find(({ name }) => name === 'session')?.value ?? ''}`;

/** Requires a second step of staff from the test's today on; returns an admin's session. */
export async function requireSecondStep(t: TestApp): Promise<string> {
  const { cookie } = await createSignedInUser(t, { role: 'admin' });
  const body = { secondStepFrom: t.deps.now().toISOString().slice(0, 10) };
  const { statusCode } = await t.call('PATCH', '/api/settings', { body, cookie });
  if (statusCode !== 200) throw new Error(`the settings answered ${statusCode}`);
  return cookie;
}

export async function createSession(t: TestApp, userId: number, idleSeconds = 3600): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = t.deps.now();
  await insertSession(t.deps.db, {
    tokenHash: hashToken(token),
    userId,
    idleSeconds,
    expiresAt: new Date(now.getTime() + Math.max(idleSeconds * 1000, 12 * 3_600_000)),
    now,
    ip: '127.0.0.1',
    userAgent: null,
    awaits: null,
    provedAt: now,
  });
  return `session=${token}`;
}

/** An API key, made by a new admin. */
export async function createApiKey(
  { deps }: TestApp,
  key: { name?: string; scopes: KeyScope[]; perMinute?: number; expiresAt?: Date | null },
  maker: Parameters<typeof makeUser>[1] = {},
): Promise<string> {
  const shown = randomKey();
  const { id: createdBy } = await makeUser(deps.db, { role: 'admin', ...maker });
  const tokenHash = hashToken(shown);
  const made = { name: 'A program', perMinute: 600, tokenHash, hint: shown.slice(-4), createdBy, ...key };
  await insertKey(deps.db, { ...made, createdAt: deps.now() });
  return shown;
}
