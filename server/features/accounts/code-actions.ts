import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction, pgErrorCode } from '#server/engine/db/transaction.ts';
import { choosePhoneChannel } from '#server/engine/delivery/code-channels.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { consumeAccountText, secondsToNextTexts } from '#server/engine/delivery/text-budget.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { spendToken } from '#server/engine/secrets/queries.ts';
import { hashCode, hashToken, matchesCode, randomCode, randomToken } from '#server/engine/secrets/tokens.ts';
import { deleteCalendar } from '#server/features/calendars/queries.ts';
import * as queries from '#server/features/credentials/code-queries.ts';
import { deleteLock, deletePassword } from '#server/features/credentials/password-queries.ts';
import { deleteAllSecondSteps, hasSecondStep } from '#server/features/credentials/second-step-queries.ts';
import { deleteSessionsOf } from '#server/features/sessions/queries.ts';
import { findUser, insertUser, updateUser } from '#server/features/users/queries.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { isDifferentPerson } from '#shared/domain/people/name-match.ts';
import { canReceiveTexts, formatPhone, westernDigits } from '#shared/domain/people/phone-text.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import type { MessageKey } from '#shared/messages/dictionaries.ts';
import {
  type CodePurpose,
  type CodeRequest,
  codeKinds,
  codeMessage,
  confirmEmailMessage,
  registerAttemptMessage,
} from './code-messages.ts';
import { findAccountByEmail, findAccountByPhone, listPhoneClaimants } from './queries.ts';
import { deleteIdentitiesOf } from './social-login-queries.ts';
import { hasSeveralVisitors, transferByVerifiedPhone } from './transfer-actions.ts';
import { findPhoneOnlyPatients } from './transfer-queries.ts';

const minute = 60_000;
const resendDelayMs = minute;
const maxCodeTries = 5;
const confirmationLinkMs = 3 * 24 * 60 * minute;

/** Token of a link to choose a new password. */
export const resetLinkSeconds = 30 * 60;

export const codeTimes = {
  expiresInSeconds: codeKinds['sign-in-code'].lasts / 1000,
  resendInSeconds: resendDelayMs / 1000,
};

/** The browser or network that asks for a code: only it can use the code or its tries. */
export interface CodeRequester {
  readonly device: string;
  readonly network: string;
}

const isSentToRequester = (
  { target }: { target: string | null },
  { device, network }: CodeRequester,
): boolean => {
  const [, byDevice, byNetwork] = (target ?? '').split(' ');
  return byDevice === device || byNetwork === network;
};

/**
 * Sends a new code to a phone or e-mail; invalidates the older one of the same browser. At most once a
 * minute.
 */
export const sendCode = (
  deps: Deps,
  asker: CodeRequester,
  to: CodeRequest,
  /** The account, if the code goes by e-mail: the mail also contains a link that signs in. */
  person?: Omit<CodePerson, 'lang'>,
): Promise<void> => inTransaction(deps.db, (tx) => sendCodeInTransaction(tx, deps, asker, to, person));

/** Sends a code together with data that decides its account. */
export async function sendCodeInTransaction(
  tx: Db,
  { now: clock }: Deps,
  asker: CodeRequester,
  to: CodeRequest,
  person?: Omit<CodePerson, 'lang'>,
): Promise<void> {
  if (to.channel !== 'email' && !canReceiveTexts(to.address))
    throw new Refusal('malformed', { fields: { phone: 'validation.landline' } });
  const now = clock();
  const code = randomCode();
  const { lasts } = codeKinds[to.purpose];
  await queries.lockCodeTarget(tx, to.address);
  for (const older of await queries.listUsableCodes(tx, to.purpose, to.address, now)) {
    if (!isSentToRequester(older, asker)) continue;
    const wait = older.expiresAt.getTime() - lasts + resendDelayMs - now.getTime();
    if (wait > 0) throw new Refusal('rate_limited', { retryAfter: wait / 1000 });
    await queries.deleteToken(tx, older.id);
  }
  if (to.channel !== 'email' && !(await consumeAccountText(tx, now)))
    throw new Refusal('codes_spent', { retryAfter: secondsToNextTexts(now) });
  const target = `${to.address} ${asker.device} ${asker.network}`;
  const kept = { purpose: to.purpose, hash: hashCode(code), userId: to.userId, target };
  const id = await queries.insertToken(tx, { ...kept, expiresAt: addMilliseconds(now, lasts) }, now);
  if (to.toNobody) return;
  const enter =
    person && to.channel === 'email' ? await createSignInLink(tx, id, { ...person, ...to }, now) : {};
  await enqueue(tx, codeMessage({ ...to, key: id }, { code, ...enter }));
}

/** A link that signs in like the code: the first one used invalidates the other. */
async function createSignInLink(
  tx: Db,
  codeId: number,
  person: CodePerson,
  now: Date,
): Promise<{ enter: string }> {
  const token = randomToken();
  const target = JSON.stringify({ codeId, person: pickCodePerson(person) });
  const expiresAt = addMilliseconds(now, codeKinds['sign-in-code'].lasts);
  await queries.insertToken(tx, { purpose: 'sign-in-link', hash: hashToken(token), target, expiresAt }, now);
  return { enter: `/sign-in?token=${token}` };
}

/** Compares a typed code after counting the try; returns the token and its target. */
export async function checkCode(
  deps: Deps,
  asker: CodeRequester,
  about: { purpose: CodePurpose; address: string; userId: number | null },
  typed: string,
) {
  const live = await queries.listUsableCodes(deps.db, about.purpose, about.address, deps.now());
  const sent = live.find(
    (code) => isSentToRequester(code, asker) && (about.userId === null || code.userId === about.userId),
  );
  const counted = sent && (await queries.countCodeTry(deps.db, sent.id, maxCodeTries));
  if (sent && counted && matchesCode(counted.hash, westernDigits(typed)))
    return { id: sent.id, userId: sent.userId };
  const left = counted ? maxCodeTries - counted.tries : 0;
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
const pickCodePerson = ({ phone, email, name, lang }: CodePerson): CodePerson => ({
  phone,
  email,
  name,
  lang,
});

/**
 * Ends the sessions and the calendar address of a patient's account, and removes its second steps, its lock
 * and its linked providers: before its phone or e-mail was confirmed, somebody else may have registered it.
 */
export async function removeUnprovenSignIns(tx: Db, id: number): Promise<void> {
  await deleteSessionsOf(tx, id);
  await deleteCalendar(tx, id);
  await deleteAllSecondSteps(tx, id);
  await queries.deleteTokensOf(tx, 'passkey', id);
  await deleteLock(tx, id);
  await deleteIdentitiesOf(tx, id);
}

/**
 * Gives an account to the person who confirmed its phone number. Its password, e-mail and username go too;
 * the person can choose new ones.
 */
async function handOverToPhoneOwner(tx: Db, id: number): Promise<void> {
  await removeUnprovenSignIns(tx, id);
  await deletePassword(tx, id);
  for (const purpose of ['reset-password', 'confirm-email'] as const)
    await queries.deleteTokensOf(tx, purpose, id);
  // If one account has the unconfirmed address, the address can reset its password; an account without
  // username has none. The second number may belong to whoever registered the account.
  await updateUser(tx, id, { email: null, username: null, secondaryPhone: null });
}

/**
 * Chooses among the patient accounts with an unconfirmed phone: the only account; of several the only one
 * with the typed name; otherwise, among those with the typed name or among all, the only one whose number is
 * known. The booking page asks a person whose name differs from the account's who the patient is. If none is
 * left, none is chosen: the code proves the number, not which of them she is, and the chosen account loses
 * its password.
 */
async function findPhoneClaimant(tx: Db, phone: string, name: string | null) {
  const claimants = await listPhoneClaimants(tx, phone);
  if (claimants.length < 2) return claimants[0];
  const fitting = name === null ? [] : claimants.filter((one) => !isDifferentPerson(one.name, name));
  if (fitting.length === 1) return fitting[0];
  const [known, ...others] = (fitting.length > 0 ? fitting : claimants).filter((one) => one.phoneKnown);
  return others.length === 0 && known?.emailConfirmedAt === null ? known : undefined;
}

interface NewPatient extends CodePerson {
  /** She answered that she is none of the patients with this number. */
  readonly isNewPatient?: boolean | undefined;
}

/**
 * Rejects a new account for a phone that several patients have, until a name says that its owner is one of
 * them or she says that she is new: the account owns the number from then on.
 */
async function requirePhoneOwner(tx: Db, { phone, name, isNewPatient }: NewPatient): Promise<void> {
  const claimants = await listPhoneClaimants(tx, phone);
  if (claimants.length < 2 && !(await hasSeveralVisitors(tx, phone))) return;
  const ask = (sentence: MessageKey) => new Refusal('malformed', { fields: { name: sentence } });
  if (name === null) throw ask('account.phone.nameNeeded');
  if (isNewPatient) return;
  const fits = (one: { name: string }) => !isDifferentPerson(one.name, name);
  if (claimants.filter(fits).length > 1) throw ask('account.phone.nameNeeded');
  const others = await findPhoneOnlyPatients(tx, phone);
  if (![...claimants, ...others].some(fits)) throw ask('account.phone.nameUnknown');
}

/**
 * The account of a verified phone. The first verification confirms the number and removes ways to sign in
 * that were never verified. An account with a confirmed e-mail is not opened by its unconfirmed number: the
 * two may belong to different people. Somebody who only signs in is told to use the e-mail; a person who
 * typed her name gets a new account.
 */
async function confirmAccountByPhone(deps: Deps, tx: Db, actor: Actor, { phone, name }: CodePerson) {
  const owner = await findAccountByPhone(tx, phone);
  if (owner) return owner;
  const claimant = await findPhoneClaimant(tx, phone, name);
  if (!claimant) return undefined;
  if (claimant.emailConfirmedAt !== null) {
    if (name !== null) return undefined;
    throw new Refusal('forbidden', { fields: { otp: 'account.phone.emailFirst' } });
  }
  if (!(await queries.confirmPhone(tx, claimant.id, phone, deps.now()))) return undefined;
  await handOverToPhoneOwner(tx, claimant.id);
  await recordEvent(tx, actor, { action: 'contact_confirmed', subject: 'users', subjectId: claimant.id });
  return claimant;
}

/**
 * Keeps the phone typed beside a verified e-mail, unconfirmed, if the account has none: the clinic can call
 * it. Not if the account has a second step, which follows only after the code.
 */
async function keepTypedPhone(tx: Db, actor: Actor, id: number, phone: string): Promise<void> {
  const person = await findUser(tx, id);
  if (!person || person.phone !== null || (await hasSecondStep(tx, id))) return;
  await updateUser(tx, id, { phone });
  // The actor is the patient: a number that somebody else enters counts as known.
  await recordEvent(
    tx,
    { ...actor, id, role: person.role },
    { action: 'user_changed', subject: 'users', subjectId: id, patientId: id, after: { fields: ['phone'] } },
  );
}

/**
 * The account of a verified address: the one that confirmed it, for a phone also one that has it unconfirmed
 * (see `confirmAccountByPhone`), or a new patient. A new patient whose phone others have is asked first who
 * she is; the code stays valid. Never an account of staff. Appointments booked with this phone number
 * alone move to the account.
 */
async function findOrCreateAccount(deps: Deps, tx: Db, actor: Actor, person: NewPatient) {
  const { phone, email } = person;
  const find = () =>
    email === null ? confirmAccountByPhone(deps, tx, actor, person) : findAccountByEmail(tx, email);
  const create = async () => {
    if (email === null) await requirePhoneOwner(tx, person);
    await makePatient(deps, tx, actor, person);
    return find();
  };
  const owner = (await find()) ?? (await create());
  if (!owner) throw new Refusal('wrong_code');
  if (isStaff(owner.role) || owner.deactivatedAt !== null)
    throw new Refusal('forbidden', { fields: { otp: 'account.social.staff' } });
  if (email === null) await transferByVerifiedPhone(tx, deps, actor, { id: owner.id, phone });
  else await keepTypedPhone(tx, actor, owner.id, phone);
  return { id: owner.id, role: owner.role };
}

/** The account of a correct code. */
export async function signInByCode(
  deps: Deps,
  actor: Actor,
  asker: CodeRequester,
  typed: NewPatient & { readonly otp: string },
) {
  const { phone, email } = typed;
  const about = { purpose: 'sign-in-code', address: email ?? phone, userId: null } as const;
  const { id: codeId } = await checkCode(deps, asker, about, typed.otp);
  return inTransaction(deps.db, async (tx) => {
    if (!(await spendToken(tx, codeId, deps.now()))) throw new Refusal('wrong_code');
    return findOrCreateAccount(deps, tx, actor, typed);
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
    return findOrCreateAccount(deps, tx, actor, person);
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
    channels: [email === null ? choosePhoneChannel(deps.config) : 'email'],
    createdAt: now,
  });
  if (id !== null)
    await recordEvent(tx, actor, { action: 'registered', subject: 'users', subjectId: id, patientId: id });
}

/**
 * Sends the link that confirms an address. If another account has confirmed it, that account gets a message
 * instead.
 */
export async function sendEmailConfirmation(
  deps: Deps,
  tx: Db,
  person: { id: number; email: string; lang: Lang },
): Promise<void> {
  const now = deps.now();
  const token = randomToken();
  const hash = hashToken(token);
  const key = hash.toString('hex').slice(0, 32);
  const owner = await findAccountByEmail(tx, person.email);
  if (owner && owner.id !== person.id) {
    await enqueue(
      tx,
      registerAttemptMessage({ userId: owner.id, email: person.email, lang: owner.locale, key }),
    );
    return;
  }
  const expiresAt = addMilliseconds(now, confirmationLinkMs);
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
  asker: CodeRequester,
  channel: 'email' | 'phone',
): Promise<string> {
  const person = await findUser(deps.db, viewer.id);
  const contact = person?.[channel];
  if (!person || !contact) throw new Refusal('not_found');
  if (channel === 'phone') {
    await sendCode(deps, asker, {
      purpose: 'confirm-phone',
      address: contact,
      channel: choosePhoneChannel(deps.config),
      lang: viewer.lang,
      userId: viewer.id,
    });
  } else {
    await inTransaction(deps.db, (tx) =>
      sendEmailConfirmation(deps, tx, { id: viewer.id, email: contact, lang: viewer.lang }),
    );
  }
  return contact;
}

/**
 * Confirms an address or phone for sign-in and recovery. Rejected if another account has confirmed it
 * meanwhile.
 */
export async function applyConfirmation(
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
  const link = await queries.findUsableLink(deps.db, 'confirm-email', hashToken(token), now);
  const userId = link?.userId;
  if (!link || userId == null) throw invalid;
  const spend = async (tx: Db) =>
    (await queries.spendLink(tx, 'confirm-email', hashToken(token), now)) !== undefined &&
    queries.confirmEmail(tx, userId, link.target ?? '', now);
  await applyConfirmation(deps, actor, userId, spend, invalid);
}

export async function confirmByCode(
  deps: Deps,
  viewer: Viewer,
  asker: CodeRequester,
  otp: string,
): Promise<void> {
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
    (await transferByVerifiedPhone(tx, deps, viewer, { id: viewer.id, phone }), true);
  await applyConfirmation(deps, viewer, viewer.id, spend, new Refusal('wrong_code'));
}
