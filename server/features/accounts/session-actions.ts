import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { verifiedMailOf } from '#server/engine/delivery/mail-to.ts';
import { incrementTextCount, insertMessages } from '#server/engine/delivery/queries.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import type { ShownDevice } from '#server/engine/identity/device-cookies.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import { deleteAllSubscriptions } from '#server/features/recipients/push-queries.ts';
import { findUser, lockPeople } from '#server/features/users/queries.ts';
import { addMilliseconds, clinicClock } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { newDeviceMessages } from './password-messages.ts';
import { hasKnownDevice, isKnownDevice, saveDevice } from './queries.ts';
import { deleteOtherSessions, deleteOwnSession } from './session-queries.ts';

/** Signs out one of the viewer's devices; push ends in all of them. */
export async function signOutDevice(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockPeople(tx, [viewer.id]);
    if (!(await deleteOwnSession(tx, viewer, id))) throw new Refusal('not_found');
    await deleteAllSubscriptions(tx, viewer.id);
    await recordEvent(tx, viewer, { action: 'session_ended', subject: 'sessions', subjectId: viewer.id });
  });
}

/** Signs out every other device of the viewer; push ends in all of them. */
export async function signOutOtherDevices(deps: Deps, viewer: Viewer): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockPeople(tx, [viewer.id]);
    await deleteOtherSessions(tx, viewer);
    await deleteAllSubscriptions(tx, viewer.id);
    await recordEvent(tx, viewer, {
      action: 'other_sessions_ended',
      subject: 'sessions',
      subjectId: viewer.id,
    });
  });
}

/** How long a browser is recognized. */
const deviceSeconds = 180 * 24 * 3600;

interface KnownDevice {
  readonly token: string;
  readonly seconds: number;
}

/** Limit of such texts per day and account, so that repeated sign-ins cannot use up the texts for codes. */
const textsPerDay = 5;

/** How the user signed in; a code or link already tells its address. */
export type SignInMethod = 'password' | 'passkey' | 'phone code' | 'mail code' | 'provider';

/**
 * Remembers the browser after a sign-in. If the account has other known browsers but not this one, it gets
 * one notification: in the app, and by e-mail if verified, else by text if chosen. A device token sent by the
 * browser is replaced: somebody who planted it could otherwise sign in later without a notification.
 */
export async function rememberSignInDevice(
  deps: Deps,
  userId: number,
  device: ShownDevice | null,
  way: SignInMethod,
): Promise<KnownDevice> {
  const now = deps.now();
  const token = await inTransaction(deps.db, async (tx) => {
    const isKnown = device !== null && (await isKnownDevice(tx, userId, hashToken(device.token), now));
    const kept = device && (isKnown || !device.mayBePlanted) ? device.token : randomToken();
    const hash = hashToken(kept);
    const isNew = !isKnown && (await hasKnownDevice(tx, userId, now));
    await saveDevice(tx, { userId, hash, expiresAt: addMilliseconds(now, deviceSeconds * 1000) });
    const person = isNew && (await findUser(tx, userId));
    if (!person) return kept;
    const mail = way === 'mail code' ? null : verifiedMailOf(person);
    const text = person.channels.find((channel) => channel === 'sms' || channel === 'whatsapp');
    const phone = mail || way === 'phone code' || !person.phoneConfirmedAt ? null : person.phone;
    const texted =
      text &&
      phone &&
      (await incrementTextCount(
        tx,
        `new-device:${userId}:${clinicClock(now).date}`,
        textsPerDay,
        addMilliseconds(now, 2 * 24 * 3600 * 1000),
      ));
    const key = hash.toString('hex').slice(0, 32);
    await insertMessages(
      tx,
      newDeviceMessages({ userId, lang: person.locale, key }, now, [
        { channel: 'app' },
        ...(mail ? [{ channel: 'email' as const, address: mail.email }] : []),
        ...(texted ? [{ channel: text, address: phone }] : []),
      ]),
    );
    return kept;
  });
  return { token, seconds: deviceSeconds };
}
