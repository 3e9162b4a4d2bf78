import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction, pgErrorCode } from '#server/engine/db/transaction.ts';
import { phoneChannel } from '#server/engine/delivery/code-ways.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { secondsToNextTexts, takeAccountText } from '#server/engine/delivery/text-budget.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { spendToken } from '#server/engine/secrets/queries.ts';
import { hashCode, hashToken, isCode, randomCode, randomToken } from '#server/engine/secrets/tokens.ts';
import * as queries from '#server/features/credentials/code-queries.ts';
import { deletePassword } from '#server/features/credentials/password-queries.ts';
import { deleteAllSteps } from '#server/features/credentials/step-queries.ts';
import { deleteSessionsOf } from '#server/features/sessions/queries.ts';
import { findUser, insertUser, updateUser } from '#server/features/users/queries.ts';
import { later } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { formatPhone, takesTexts, westernDigits } from '#shared/domain/people/phone-text.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import {
  type CodePurpose,
  type CodeWish,
  codeKinds,
  codeMessage,
  confirmEmailMessage,
  registerAttemptMessage,
} from './code-messages.ts';
import { joinVisitsOf } from './join-actions.ts';
import { onlyPatientWithPhone, ownerOfEmail, ownerOfPhone } from './queries.ts';
import { deleteIdentitiesOf } from './social-login-queries.ts';

const minute = 60_000;
const resendAfter = minute;
const tries = 5;
const confirmationLasts = 3 * 24 * 60 * minute;

/** Token of a link to choose a new password. */
export const linkLastsSeconds = 30 * 60;

export const codeTimes = {
  expiresInSeconds: codeKinds['sign-in-code'].lasts / 1000,
  resendInSeconds: resendAfter / 1000,
};

/** The browser or network that asks for a code: only it can use the code or its tries. */
export interface Asker {
  readonly device: string;
  readonly network: string;
}

const sentTo = ({ target }: { target: string | null }, { device, network }: Asker): boolean => {
  const [, byDevice, byNetwork] = (target ?? '').split(' ');
  return byDevice === device || byNetwork === network;
};

/**
 * Sends a new code to a phone or e-mail; invalidates the older one of the same browser. At most once a
 * minute.
 */
export const sendCode = (
  deps: Deps,
  asker: Asker,
  to: CodeWish,
  /** The account, if the code goes by e-mail: the mail also contains a link that signs in. */
  person?: Omit<CodePerson, 'lang'>,
): Promise<void> => inTransaction(deps.db, (tx) => sendCodeIn(tx, deps, asker, to, person));

/** Sends a code together with data that decides its account. */
export async function sendCodeIn(
  tx: Db,
  { now: clock }: Deps,
  asker: Asker,
  to: CodeWish,
  person?: Omit<CodePerson, 'lang'>,
): Promise<void> {
  if (to.channel !== 'email' && !takesTexts(to.address))
    throw new Refusal('malformed', { fields: { phone: 'validation.landline' } });
  const now = clock();
  const code = randomCode();
  const { lasts } = codeKinds[to.purpose];
  await queries.lockCodeTarget(tx, to.address);
  for (const older of await queries.liveCodes(tx, to.purpose, to.address, now)) {
    if (!sentTo(older, asker)) continue;
    const wait = older.expiresAt.getTime() - lasts + resendAfter - now.getTime();
    if (wait > 0) throw new Refusal('rate_limited', { retryAfter: wait / 1000 });
    await queries.deleteToken(tx, older.id);
  }
  if (to.channel !== 'email' && !(await takeAccountText(tx, now)))
    throw new Refusal('codes_spent', { retryAfter: secondsToNextTexts(now) });
  const target = `${to.address} ${asker.device} ${asker.network}`;
  const kept = { purpose: to.purpose, hash: hashCode(code), userId: to.userId, target };
  const id = await queries.insertToken(tx, { ...kept, expiresAt: later(now, lasts) }, now);
  if (to.toNobody) return;
  const enter = person && to.channel === 'email' ? await linkBeside(tx, id, { ...person, ...to }, now) : {};
  await enqueue(tx, codeMessage({ ...to, key: id }, { code, ...enter }));
}

/** A link that signs in like the code: the first one used invalidates the other. */
async function linkBeside(tx: Db, codeId: number, person: CodePerson, now: Date): Promise<{ enter: string }> {
  const token = randomToken();
  const target = JSON.stringify({ codeId, person: personOf(person) });
  const expiresAt = later(now, codeKinds['sign-in-code'].lasts);
  await queries.insertToken(tx, { purpose: 'sign-in-link', hash: hashToken(token), target, expiresAt }, now);
  return { enter: `/sign-in?token=${token}` };
}

/** Compares a typed code after counting the try; returns the token and its target. */
export async function checkCode(
  deps: Deps,
  asker: Asker,
  about: { purpose: CodePurpose; address: string; userId: number | null },
  typed: string,
) {
  const live = await queries.liveCodes(deps.db, about.purpose, about.address, deps.now());
  const sent = live.find(
    (code) => sentTo(code, asker) && (about.userId === null || code.userId === about.userId),
  );
  const counted = sent && (await queries.countTry(deps.db, sent.id, tries));
  if (sent && counted && isCode(counted.hash, westernDigits(typed)))
    return { id: sent.id, userId: sent.userId };
  const left = counted ? tries - counted.tries : 0;
  throw new Refusal('wrong_code', {
    params: { n: left },
    fields: { otp: left > 0 ? 'account.phone.triesLeft' : 'account.phone.noTriesLeft' },
  });
}

/** Address of a code: an e-mail, else a phone (E.164). */
interface CodePerson {
  readonly phone: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly lang: Lang;
}
const personOf = ({ phone, email, name, lang }: CodePerson): CodePerson => ({ phone, email, name, lang });

type Claimant = NonNullable<Awaited<ReturnType<typeof onlyPatientWithPhone>>>;

/**
 * Removes every way to sign in to an account with an unverified number, because somebody else may have
 * registered it. The owner of the number can choose a new password. A confirmed e-mail proves who chose the
 * password; that person is told of the new sign-in.
 */
async function removeUnprovenWays(tx: Db, { id, emailConfirmedAt }: Claimant): Promise<void> {
  await deleteSessionsOf(tx, id);
  if (emailConfirmedAt !== null) return;
  await deletePassword(tx, id);
  await deleteAllSteps(tx, id);
  await deleteIdentitiesOf(tx, id);
  for (const purpose of ['reset-password', 'confirm-email', 'passkey'] as const)
    await queries.deleteTokensOf(tx, purpose, id);
  // If one account has the unconfirmed address, the address can reset its password; an account without
  // username has none.
  await updateUser(tx, id, { email: null, username: null });
}

/**
 * The account of a verified phone. The first verification confirms the number and removes ways to sign in
 * that were never verified.
 */
async function accountOfPhone(deps: Deps, tx: Db, actor: Actor, phone: string) {
  const owner = await ownerOfPhone(tx, phone);
  if (owner) return owner;
  const claimant = await onlyPatientWithPhone(tx, phone);
  if (!claimant || !(await queries.confirmPhone(tx, claimant.id, phone, deps.now()))) return undefined;
  await removeUnprovenWays(tx, claimant);
  await recordEvent(tx, actor, { action: 'contact_confirmed', subject: 'users', subjectId: claimant.id });
  return claimant;
}

/**
 * The account of a verified address: the one that confirmed it, for a phone also the only account with it, or
 * a new patient. Never an account of staff. Appointments booked with this phone number alone move to the
 * account.
 */
async function enterAs(deps: Deps, tx: Db, actor: Actor, person: CodePerson) {
  const { phone, email } = person;
  const find = () => (email === null ? accountOfPhone(deps, tx, actor, phone) : ownerOfEmail(tx, email));
  const owner = (await find()) ?? (await makePatient(deps, tx, actor, person), await find());
  if (!owner) throw new Refusal('wrong_code');
  if (isStaff(owner.role) || owner.deactivatedAt !== null)
    throw new Refusal('forbidden', { fields: { otp: 'account.social.staff' } });
  if (email === null) await joinVisitsOf(tx, deps, actor, { id: owner.id, phone });
  return { id: owner.id, role: owner.role };
}

/** The account of a correct code. */
export async function signInByCode(
  deps: Deps,
  actor: Actor,
  asker: Asker,
  typed: CodePerson & { readonly otp: string },
) {
  const { phone, email } = typed;
  const about = { purpose: 'sign-in-code', address: email ?? phone, userId: null } as const;
  const { id: codeId } = await checkCode(deps, asker, about, typed.otp);
  return inTransaction(deps.db, async (tx) => {
    if (!(await spendToken(tx, codeId, deps.now()))) throw new Refusal('wrong_code');
    return enterAs(deps, tx, actor, typed);
  });
}

/** The account of the link beside a code, opened in any browser. */
export async function signInByLink(deps: Deps, actor: Actor, token: string) {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const link = await queries.spendLink(tx, 'sign-in-link', hashToken(token), now);
    if (!link) throw new Refusal('invalid_token');
    const { codeId, person } = JSON.parse(link.target ?? '') as { codeId: number; person: CodePerson };
    if (!(await spendToken(tx, codeId, now))) throw new Refusal('invalid_token');
    return enterAs(deps, tx, actor, person);
  });
}

/** Makes a patient with the verified address of the code as her channel. */
async function makePatient(deps: Deps, tx: Db, actor: Actor, typed: CodePerson): Promise<void> {
  const { phone, email, name, lang } = typed;
  const now = deps.now();
  const confirmed = email === null ? { phoneConfirmedAt: now } : { email, emailConfirmedAt: now };
  const id = await insertUser(tx, {
    role: 'patient',
    name: name ?? formatPhone(phone),
    phone,
    ...confirmed,
    authProvider: email === null ? 'phone' : 'email',
    locale: lang,
    channels: [email === null ? phoneChannel(deps.config) : 'email'],
    createdAt: now,
  });
  if (id !== null)
    await recordEvent(tx, actor, { action: 'registered', subject: 'users', subjectId: id, patientId: id });
}

/**
 * Sends the link that confirms an address. If another account has confirmed it, that account gets a message
 * instead.
 */
export async function announceEmail(
  deps: Deps,
  tx: Db,
  person: { id: number; email: string; lang: Lang },
): Promise<void> {
  const now = deps.now();
  const token = randomToken();
  const hash = hashToken(token);
  const key = hash.toString('hex').slice(0, 32);
  const owner = await ownerOfEmail(tx, person.email);
  if (owner && owner.id !== person.id) {
    await enqueue(
      tx,
      registerAttemptMessage({ userId: owner.id, email: person.email, lang: owner.locale, key }),
    );
    return;
  }
  const expiresAt = later(now, confirmationLasts);
  await queries.insertToken(
    tx,
    { purpose: 'confirm-email', hash, userId: person.id, target: person.email, expiresAt },
    now,
  );
  await enqueue(
    tx,
    confirmEmailMessage({ userId: person.id, email: person.email, lang: person.lang, key }, token),
  );
}

/** Sends the link or code that verifies the e-mail or phone of a profile. */
export async function sendConfirmation(
  deps: Deps,
  viewer: Viewer,
  asker: Asker,
  channel: 'email' | 'phone',
): Promise<string> {
  const person = await findUser(deps.db, viewer.id);
  const contact = person?.[channel];
  if (!person || !contact) throw new Refusal('not_found');
  if (channel === 'phone') {
    await sendCode(deps, asker, {
      purpose: 'confirm-phone',
      address: contact,
      channel: phoneChannel(deps.config),
      lang: viewer.lang,
      userId: viewer.id,
    });
  } else {
    await inTransaction(deps.db, (tx) =>
      announceEmail(deps, tx, { id: viewer.id, email: contact, lang: viewer.lang }),
    );
  }
  return contact;
}

/**
 * Confirms an address or phone for sign-in and recovery. Rejected if another account has confirmed it
 * meanwhile.
 */
export async function confirm(
  deps: Deps,
  actor: Actor,
  userId: number,
  how: (tx: Db) => Promise<boolean>,
  refusal: Refusal,
): Promise<void> {
  try {
    await inTransaction(deps.db, async (tx) => {
      if (!(await how(tx))) throw refusal;
      await recordEvent(tx, actor, { action: 'contact_confirmed', subject: 'users', subjectId: userId });
    });
  } catch (error) {
    if (pgErrorCode(error) === '23505') throw new Refusal('contact_taken');
    throw error;
  }
}

export async function confirmByLink(deps: Deps, actor: Actor, token: string): Promise<void> {
  const now = deps.now();
  const invalid = new Refusal('invalid_token');
  const link = await queries.findLink(deps.db, 'confirm-email', hashToken(token), now);
  const userId = link?.userId;
  if (!link || userId == null) throw invalid;
  const spend = async (tx: Db) =>
    (await queries.spendLink(tx, 'confirm-email', hashToken(token), now)) !== undefined &&
    queries.confirmEmail(tx, userId, link.target ?? '', now);
  await confirm(deps, actor, userId, spend, invalid);
}

export async function confirmByCode(deps: Deps, viewer: Viewer, asker: Asker, otp: string): Promise<void> {
  const person = await findUser(deps.db, viewer.id);
  const phone = person?.phone ?? '';
  const { id: codeId } = await checkCode(
    deps,
    asker,
    { purpose: 'confirm-phone', address: phone, userId: viewer.id },
    otp,
  );
  const spend = async (tx: Db) =>
    (await spendToken(tx, codeId, deps.now())) &&
    (await queries.confirmPhone(tx, viewer.id, phone, deps.now())) &&
    (await joinVisitsOf(tx, deps, viewer, { id: viewer.id, phone }), true);
  await confirm(deps, viewer, viewer.id, spend, new Refusal('wrong_code'));
}
