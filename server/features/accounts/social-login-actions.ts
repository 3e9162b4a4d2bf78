import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { verifiedMailOf } from '#server/engine/delivery/mail-to.ts';
import { enqueue } from '#server/engine/delivery/outbox.ts';
import { type Actor, recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import type { Identity, ProviderName } from '#server/engine/identity/provider.ts';
import { findVisitLock } from '#server/features/privacy/queries.ts';
import { findUser, insertUser } from '#server/features/users/queries.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { isStaff, type Role } from '#shared/domain/people/roles.ts';
import { Refusal } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';
import { findAccountByEmail } from './queries.ts';
import { identityLinkedMessage } from './social-login-messages.ts';
import * as queries from './social-login-queries.ts';

interface Account {
  readonly id: number;
  readonly role: Role;
}

/** A provider signs in patients only. */
function requirePatientAccount(account: Account & { deactivatedAt: Date | null }): Account {
  if (isStaff(account.role) || account.deactivatedAt !== null) throw new Refusal('forbidden');
  return { id: account.id, role: account.role };
}

/**
 * The account of an identity: its own, one with the same e-mail confirmed on both sides, or a new patient. An
 * account with locked appointments is not linked by e-mail, because another reader of her mail could get in.
 */
export async function signInByIdentity(
  deps: Deps,
  actor: Actor,
  identity: Identity,
  lang: Lang,
): Promise<Account> {
  return inTransaction(deps.db, async (tx) => {
    await queries.lockIdentity(tx, identity);
    const known = await queries.findAccountByIdentity(tx, identity);
    if (known) return requirePatientAccount(known);
    const owner = identity.email ? await findAccountByEmail(tx, identity.email) : undefined;
    if (owner && identity.emailVerified) {
      const account = requirePatientAccount(owner);
      if (await findVisitLock(tx, account.id)) throw new Refusal('visits_locked');
      await linkIdentityToAccount(
        deps,
        tx,
        { ...actor, id: account.id, role: account.role },
        account.id,
        identity,
      );
      return account;
    }
    return createPatientByIdentity(deps, tx, actor, identity, { emailIsFree: !owner, lang });
  });
}

async function createPatientByIdentity(
  deps: Deps,
  tx: Db,
  actor: Actor,
  identity: Identity,
  { emailIsFree, lang }: { emailIsFree: boolean; lang: Lang },
): Promise<Account> {
  const now = deps.now();
  const id = await insertUser(tx, {
    role: 'patient',
    name: identity.name ?? identity.email?.split('@')[0] ?? say(lang, `account.login.${identity.provider}`),
    email: emailIsFree ? identity.email : null,
    emailConfirmedAt: emailIsFree && identity.email && identity.emailVerified ? now : null,
    authProvider: identity.provider,
    locale: lang,
    createdAt: now,
  });
  if (id === null) throw new Refusal('contact_taken'); // another account confirmed the address in this moment
  await queries.saveIdentity(tx, identity, id);
  await recordEvent(tx, actor, { action: 'registered', subject: 'users', subjectId: id, patientId: id });
  return { id, role: 'patient' };
}

async function linkIdentityToAccount(
  deps: Deps,
  tx: Db,
  actor: Actor,
  userId: number,
  identity: Identity,
): Promise<void> {
  await queries.saveIdentity(tx, identity, userId);
  await recordEvent(tx, actor, {
    action: 'identity_joined',
    subject: 'users',
    subjectId: userId,
    after: { provider: identity.provider },
  });
  const person = await findUser(tx, userId);
  const to = person && verifiedMailOf(person);
  if (to) await enqueue(tx, identityLinkedMessage({ ...to, at: deps.now() }, identity.provider));
}

/** Links a provider to the signed-in account. Rejected if it belongs to another account. */
export async function linkOwnIdentity(deps: Deps, viewer: Viewer, identity: Identity): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await queries.lockIdentity(tx, identity);
    const owner = await queries.findAccountByIdentity(tx, identity);
    if (owner?.id === viewer.id) return;
    if (owner) throw new Refusal('in_use');
    await linkIdentityToAccount(deps, tx, viewer, viewer.id, identity);
  });
}

/** Unlinks a provider; not if it is the only way to sign in. */
export async function unlinkProvider(deps: Deps, viewer: Viewer, provider: ProviderName): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await queries.deleteIdentity(tx, viewer.id, provider))) throw new Refusal('not_found');
    if (!(await queries.hasSignInMethod(tx, viewer.id)))
      throw new Refusal('in_use', { fields: { provider: 'account.identities.lastWay' } });
    await recordEvent(tx, viewer, {
      action: 'identity_left',
      subject: 'users',
      subjectId: viewer.id,
      before: { provider },
    });
  });
}
