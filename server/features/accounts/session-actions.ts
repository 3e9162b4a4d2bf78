import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { provenMail } from '#server/engine/delivery/mail-to.ts';
import { countText, insertMessages } from '#server/engine/delivery/queries.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import type { ShownDevice } from '#server/engine/identity/device-cookies.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import { endPushOf } from '#server/features/recipients/push-queries.ts';
import { findUser, lockPeople } from '#server/features/users/queries.ts';
import { clinicClock, later } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { newDeviceMessages } from './password-messages.ts';
import { hasKnownDevice, isKnownDevice, saveDevice } from './queries.ts';
import { deleteOtherSessions, deleteOwnSession } from './session-queries.ts';

/** Signs one of the viewer's devices out; push ends in every browser of hers. */
export async function endDevice(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockPeople(tx, [viewer.id]);
    if (!(await deleteOwnSession(tx, viewer, id))) throw new Refusal('not_found');
    await endPushOf(tx, viewer.id);
    await recordEvent(tx, viewer, { action: 'session_ended', subject: 'sessions', subjectId: viewer.id });
  });
}

/** Signs every other device of the viewer out; push ends in every browser of hers. */
export async function endOtherDevices(deps: Deps, viewer: Viewer): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockPeople(tx, [viewer.id]);
    await deleteOtherSessions(tx, viewer);
    await endPushOf(tx, viewer.id);
    await recordEvent(tx, viewer, {
      action: 'other_sessions_ended',
      subject: 'sessions',
      subjectId: viewer.id,
    });
  });
}

/** For so long a browser that signed in is known again. */
const deviceSeconds = 180 * 24 * 3600;

interface KnownDevice {
  readonly token: string;
  readonly seconds: number;
}

/**
 * So many texts a day say it to one account: whoever signs in to her own again and again earns nothing by
 * them, and spends nobody's codes.
 */
const textsPerDay = 5;

/** How she showed who she is; a code or link that went to her says itself, there, that somebody signs in. */
export type WayIn = 'password' | 'passkey' | 'phone code' | 'mail code' | 'provider';

/**
 * Somebody signed in: the browser is known from now on, by what is answered. Where her account knew another
 * and not this one, she is told once, however she signed in: in the app, and by e-mail where an address is
 * proven to be hers, else by a text, where texts are a way she chose. A token that may have been planted does
 * not become hers: whoever planted it would come in with it later, and nobody would be told.
 */
export async function signedInFrom(
  deps: Deps,
  userId: number,
  device: ShownDevice | null,
  way: WayIn,
): Promise<KnownDevice> {
  const now = deps.now();
  const token = await inTransaction(deps.db, async (tx) => {
    const isKnown = device !== null && (await isKnownDevice(tx, userId, hashToken(device.token), now));
    const kept = device && (isKnown || !device.mayBePlanted) ? device.token : randomToken();
    const hash = hashToken(kept);
    const isNew = !isKnown && (await hasKnownDevice(tx, userId, now));
    await saveDevice(tx, { userId, hash, expiresAt: later(now, deviceSeconds * 1000) });
    const person = isNew && (await findUser(tx, userId));
    if (!person) return kept;
    const mail = way === 'mail code' ? null : provenMail(person);
    const text = person.channels.find((channel) => channel === 'sms' || channel === 'whatsapp');
    const phone = mail || way === 'phone code' || !person.phoneConfirmedAt ? null : person.phone;
    const texted =
      text &&
      phone &&
      (await countText(
        tx,
        `new-device:${userId}:${clinicClock(now).date}`,
        textsPerDay,
        later(now, 2 * 24 * 3600 * 1000),
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
