import type { Db } from '#server/db/connect.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { enqueue } from '#server/delivery/outbox.ts';
import type { Deps } from '#server/deps.ts';
import { deleteTokensOf, insertToken } from '#server/features/codes/queries.ts';
import { type Actor, recordEvent } from '#server/features/events/queries.ts';
import { checkNewPassword } from '#server/features/passwords/actions.ts';
import { requireNewPassword, savePassword } from '#server/features/passwords/queries.ts';
import { insertUser } from '#server/features/users/queries.ts';
import { hashPassword, verifyPassword } from '#server/secrets/passwords.ts';
import { hashToken, randomToken } from '#server/secrets/tokens.ts';
import type { register } from '#shared/contract/accounts.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import { minStaffPassword } from '#shared/domain/password-rules.ts';
import { normalisePhone } from '#shared/domain/phone.ts';
import { isStaff } from '#shared/domain/roles.ts';
import { Refusal } from '#shared/errors.ts';
import type { Lang } from '#shared/messages/catalogue.ts';
import { confirmEmailMessage, emailInUseMessage } from './messages.ts';
import { ownerOfEmail, signInCandidates } from './queries.ts';

/** Whoever this name and password belong to. Takes as long to refuse a name nobody has. */
export async function checkPassword(deps: Deps, name: string, password: string) {
  const candidates = await signInCandidates(deps.db, name, normalisePhone(name));
  if (candidates.length === 0) await verifyPassword(null, password);
  for (const candidate of candidates) {
    if (!(await verifyPassword(candidate.passwordHash, password))) continue;
    // Made when she was no doctor or admin yet: too short for one.
    if (isStaff(candidate.role) && password.length < minStaffPassword) await requireNewPassword(deps.db, candidate.id);
    return candidate;
  }
  throw new Refusal('wrong_credentials');
}

/** A phone as it is kept, null for none; refused when it is no phone number. */
export function keptPhone(text: string | null | undefined, field: 'phone' | 'secondaryPhone'): string | null {
  if (!text) return null;
  const phone = normalisePhone(text);
  if (phone === null) throw new Refusal('malformed', { fields: { [field]: 'validation.phone' } });
  return phone;
}

/**
 * A patient account that a visitor makes for herself. An e-mail that somebody has confirmed is answered like any other;
 * its owner gets a message instead of a link.
 */
export async function registerPatient(deps: Deps, actor: Actor, lang: Lang, person: Body<typeof register>): Promise<void> {
  checkNewPassword('patient', person.password, 'password');
  const phone = keptPhone(person.phone, 'phone');
  const email = person.email || null;
  const passwordHash = await hashPassword(person.password);
  const now = deps.now();
  await inTransaction(deps.db, async (tx) => {
    const id = await insertUser(tx, {
      role: 'patient',
      name: person.name || person.username,
      username: person.username,
      email,
      phone,
      locale: lang,
      createdAt: now,
    });
    if (id === null) throw new Refusal('username_taken', { fields: { username: 'error.usernameTaken' } });
    await savePassword(tx, id, passwordHash, false, now);
    await recordEvent(tx, actor, { action: 'registered', subject: 'users', subjectId: id, patientId: id });
    if (email) await announceEmail(deps, tx, { id, email, lang });
  });
}

/** Sends the link that confirms an address, or, where another account has confirmed it, tells that account. */
export async function announceEmail(deps: Deps, tx: Db, person: { id: number; email: string; lang: Lang }): Promise<void> {
  const now = deps.now();
  const token = randomToken();
  const hash = hashToken(token);
  const key = hash.toString('hex').slice(0, 32);
  const owner = await ownerOfEmail(tx, person.email);
  if (owner && owner.id !== person.id) {
    await enqueue(tx, emailInUseMessage({ userId: owner.id, email: person.email, locale: owner.locale, key }));
    return;
  }
  await deleteTokensOf(tx, 'confirm-email', person.id);
  await insertToken(
    tx,
    { purpose: 'confirm-email', hash, userId: person.id, target: person.email, expiresAt: new Date(now.getTime() + confirmationLasts) },
    now,
  );
  const link = `${deps.config.PUBLIC_URL}/confirm-contact?token=${token}`;
  await enqueue(tx, confirmEmailMessage({ userId: person.id, email: person.email, locale: person.lang, link, key }));
}

const confirmationLasts = 3 * 24 * 3600 * 1000;
