import { and, eq, gt, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { credentials, tokens } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { managedByGuardian } from '#server/features/families/family-queries.ts';
import { isPhoneKnown } from '#server/features/recipients/queries.ts';
import { confirmedAddresses } from '#server/features/users/erase-queries.ts';
import type { PersonalData } from '#server/registries.ts';
import { isStaff, patientRoles } from '#shared/domain/people/roles.ts';

/**
 * Accounts that a typed login name may mean: by username, confirmed e-mail or confirmed phone. Several if a
 * username looks like a phone.
 */
export async function findSignInCandidates(db: Db, name: string, phone: string | null) {
  const meant = [
    sql`handle(${users.username}) = handle(${name})`,
    sql`(handle(${users.email}) = handle(${name}) and ${users.emailConfirmedAt} is not null)`,
    ...(phone === null ? [] : [sql`(${users.phone} = ${phone} and ${users.phoneConfirmedAt} is not null)`]),
  ];
  return db
    .select({
      id: users.id,
      role: users.role,
      username: users.username,
      isSuperAdmin: users.isSuperAdmin,
      passwordHash: credentials.passwordHash,
      passwordExpiresAt: credentials.expiresAt,
    })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(and(or(...meant), isNull(users.deactivatedAt), isNull(users.erasedAt)))
    .orderBy(users.id)
    .limit(3);
}

/** The account that has confirmed this e-mail, if any. */
export async function findAccountByEmail(db: Db, email: string) {
  const [row] = await db
    .select({ id: users.id, role: users.role, locale: users.locale, deactivatedAt: users.deactivatedAt })
    .from(users)
    .where(and(sql`handle(${users.email}) = handle(${email})`, sql`${users.emailConfirmedAt} is not null`));
  return row;
}

/** The account that has confirmed this phone (E.164), if any. */
export async function findAccountByPhone(db: Db, phone: string) {
  const [row] = await db
    .select({ id: users.id, role: users.role, locale: users.locale, deactivatedAt: users.deactivatedAt })
    .from(users)
    .where(and(eq(users.phone, phone), sql`${users.phoneConfirmedAt} is not null`));
  return row;
}

/** The accounts that meet the condition, oldest first. Records without an account do not count. */
async function listAccounts(db: Db, carries: SQL | undefined) {
  return db
    .select({
      id: users.id,
      name: users.name,
      role: users.role,
      locale: users.locale,
      deactivatedAt: users.deactivatedAt,
      emailConfirmedAt: users.emailConfirmedAt,
      phoneConfirmedAt: users.phoneConfirmedAt,
      phoneKnown: isPhoneKnown,
    })
    .from(users)
    .where(
      and(
        carries,
        notInArray(users.authProvider, [managedByGuardian, 'visitor']),
        isNull(users.deactivatedAt),
        isNull(users.erasedAt),
      ),
    )
    .orderBy(users.id);
}

/**
 * The account that an e-mail can recover: the one that confirmed it, else the only one with it. A patient who
 * has confirmed her phone signs in with it; an e-mail that she never confirmed may belong to somebody else.
 */
export const findRecoverableAccount = async (db: Db, email: string) =>
  (await findAccountByEmail(db, email)) ?? (await findOnlyUnprovenAccount(db, email));

async function findOnlyUnprovenAccount(db: Db, email: string) {
  const [found, ...others] = await listAccounts(
    db,
    sql`fold(${users.email}) collate "C" = fold(${email}) and handle(${users.email}) = handle(${email})`,
  );
  if (!found || others.length > 0) return undefined;
  return found.phoneConfirmedAt === null || isStaff(found.role) ? found : undefined;
}

/** The patient accounts with a phone (E.164) that no account has confirmed, oldest first. */
export const listPhoneClaimants = (db: Db, phone: string) =>
  listAccounts(db, and(eq(users.phone, phone), inArray(users.role, [...patientRoles])));

export async function hasSuperAdmin(db: Db): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.isSuperAdmin, true)).limit(1);
  return found.length > 0;
}

/** The super admin and the owner: nobody else can give them a password. */
export async function listProtectedAccounts(
  db: Db,
  ownerUsername: string | undefined,
): Promise<{ id: number; username: string | null }[]> {
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(
      and(
        or(
          eq(users.isSuperAdmin, true),
          ownerUsername ? sql`handle(${users.username}) = handle(${ownerUsername})` : undefined,
        ),
        isNull(users.erasedAt),
      ),
    )
    .orderBy(users.id);
}

const devicePurpose = 'device';

/** Whether this browser was used for this account before. */
export async function isKnownDevice(db: Db, userId: number, hash: Buffer, now: Date): Promise<boolean> {
  const found = await db
    .select({ id: tokens.id })
    .from(tokens)
    .where(
      and(
        eq(tokens.purpose, devicePurpose),
        eq(tokens.userId, userId),
        eq(tokens.hash, hash),
        gt(tokens.expiresAt, now),
      ),
    );
  return found.length > 0;
}

/** Whether any known browser exists for it. */
export async function hasKnownDevice(db: Db, userId: number, now: Date): Promise<boolean> {
  const found = await db
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(eq(tokens.purpose, devicePurpose), eq(tokens.userId, userId), gt(tokens.expiresAt, now)))
    .limit(1);
  return found.length > 0;
}

export async function saveDevice(
  db: Db,
  known: { hash: Buffer; userId: number; expiresAt: Date },
): Promise<void> {
  const { hash, userId, expiresAt } = known;
  await db
    .insert(tokens)
    .values({ purpose: devicePurpose, target: String(userId), hash, userId, expiresAt })
    .onConflictDoUpdate({ target: [tokens.purpose, tokens.target, tokens.hash], set: { expiresAt } });
}

/**
 * Deletes codes and links sent to addresses of erased people before they had an account. The target of a code
 * begins with the address; that of a sign-in link contains the person's data.
 */
export const accountData: PersonalData = {
  async forget(db, ids) {
    await db.execute(sql`delete from tokens t using ${confirmedAddresses(ids)} their
      where t.user_id is null and case t.purpose
        when 'sign-in-link' then handle(t.target::jsonb #>> '{person,email}') = their.email
          or t.target::jsonb #>> '{person,phone}' = their.phone
        else handle(split_part(t.target, ' ', 1)) = their.email
          or split_part(t.target, ' ', 1) = their.phone end`);
  },
};
