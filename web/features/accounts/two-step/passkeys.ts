import { addPasskey, askForPasskey, beginPasskey } from '#shared/contract/two-step.ts';
import { change } from '#web/api/changes.ts';
import { t } from '#web/i18n.ts';

/* The browser's part of WebAuthn, fetched when somebody first uses a passkey. */
const library = () => import('@simplewebauthn/browser');

/** Passkeys belong to a name: an address of numbers has none. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);

/** Her device did not answer: she turned it down, took too long, or has nothing to answer with. */
export class NotAnswered extends Error {
  constructor() {
    super(t('account.twoStep.stopped'));
  }
}

async function answered<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch {
    throw new NotAnswered();
  }
}

/** What her authenticator answers to a fresh question of the server. */
export async function passkeyAnswer() {
  const [{ startAuthentication }, question] = await Promise.all([
    library(),
    change(askForPasskey, { body: {} }),
  ]);
  const optionsJSON = question as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return { ...(await answered(startAuthentication({ optionsJSON }))) };
}

/** Makes a passkey on this device and keeps it under the name; answers her first recovery codes, if any. */
export async function makePasskey(name: string): Promise<string[]> {
  const [{ startRegistration }, question] = await Promise.all([library(), change(beginPasskey, {})]);
  const optionsJSON = question as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const passkey = { ...(await answered(startRegistration({ optionsJSON }))) };
  return (await change(addPasskey, { body: { name, passkey } }, { untilRead: true })).recoveryCodes;
}
