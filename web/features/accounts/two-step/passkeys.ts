import { addPasskey, askForPasskey, beginPasskey } from '#shared/contract/two-step.ts';
import { sendChange } from '#web/api/changes.ts';
import { t } from '#web/i18n.ts';

/* The browser part of WebAuthn, loaded when a passkey is first used. */
const loadWebAuthn = () => import('@simplewebauthn/browser');

/** Passkeys need a domain name; IP addresses are not supported. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);

/** The user's device gave no answer: cancelled, timed out, or without a passkey. */
export class PasskeyCancelledError extends Error {
  constructor() {
    super(t('account.twoStep.stopped'));
  }
}

async function rejectAsCancelled<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch {
    throw new PasskeyCancelledError();
  }
}

/** The authenticator's answer to a new challenge of the server. */
export async function getPasskeyAssertion() {
  const [{ startAuthentication }, question] = await Promise.all([
    loadWebAuthn(),
    sendChange(askForPasskey, { body: {} }),
  ]);
  const optionsJSON = question as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return { ...(await rejectAsCancelled(startAuthentication({ optionsJSON }))) };
}

/**
 * Creates a passkey on this device and stores it under the name; returns the first recovery codes, if any.
 */
export async function createPasskey(name: string): Promise<string[]> {
  const [{ startRegistration }, question] = await Promise.all([loadWebAuthn(), sendChange(beginPasskey, {})]);
  const optionsJSON = question as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const passkey = { ...(await rejectAsCancelled(startRegistration({ optionsJSON }))) };
  return (await sendChange(addPasskey, { body: { name, passkey } }, { untilRead: true })).recoveryCodes;
}
