import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpDeps } from '#server/engine/http/deps.ts';
import { type SignInInput, startSession } from '#server/engine/http/session.ts';
import { readDeviceCookie, type ShownDevice, setDeviceCookie } from './device-cookies.ts';

/** Records the browser as known; returns its device token. */
type RecordDevice = (
  device: ShownDevice | null,
) => Promise<{ readonly token: string; readonly seconds: number }>;

/** The person is signed in: her browser is known from now on. */
export async function rememberBrowser(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  know: RecordDevice,
): Promise<void> {
  setDeviceCookie(deps, reply, await know(readDeviceCookie(deps, request)));
}

/**
 * The last step of every way to sign in: makes a session. A person with a second step is not signed in yet,
 * and her browser not known.
 */
export async function signIn(
  deps: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  person: SignInInput,
  know: RecordDevice,
): Promise<void> {
  await startSession(deps, request, reply, person);
  if (person.awaits !== 'second-step') await rememberBrowser(deps, request, reply, know);
}
