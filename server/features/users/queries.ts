import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { credentials } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { User } from '#shared/contract/users.ts';
import { formatPhone } from '#shared/domain/phone-text.ts';
import { referenceCode } from '#shared/domain/reference-code.ts';
import { Refusal } from '#shared/errors.ts';

const { search: _search, ...stored } = getTableColumns(users);
const columns = { ...stored, mustChange: sql<boolean>`coalesce(${credentials.mustChange}, false)` };

export type UserRow = Omit<typeof users.$inferSelect, 'search'> & { mustChange: boolean };
export type NewUser = typeof users.$inferInsert;

/** A person as the API shows her; the prefix is the clinic's, of her reference code. */
export const presentUser = (row: UserRow, prefix: string): User => ({
  id: row.id,
  name: row.name,
  username: row.username,
  email: row.email,
  phone: row.phone && formatPhone(row.phone),
  secondaryPhone: row.phone2 && formatPhone(row.phone2),
  role: row.role,
  authProvider: row.authProvider,
  isSuperAdmin: row.isSuperAdmin,
  reference: referenceCode(prefix, row.id),
  requires: row.mustChange ? ['new-secret'] : [],
  emailConfirmed: row.emailConfirmedAt !== null,
  phoneConfirmed: row.phoneConfirmedAt !== null,
  locale: row.locale,
  channels: row.channels as User['channels'],
  createdAt: row.createdAt.toISOString(),
  deactivated: row.deactivatedAt !== null,
});

/** A person by id, whoever asks: callers have checked who that is. */
export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(and(eq(users.id, id), isNull(users.erasedAt)));
  return row;
}

/** The person as the API shows her, by id; see `findUser`. */
export async function userReply(deps: Pick<Deps, 'cache' | 'db'>, id: number): Promise<User> {
  const { prefix } = await currentSettings(deps);
  const row = await findUser(deps.db, id);
  if (!row) throw new Refusal('not_found');
  return presentUser(row, prefix);
}

/** The new person's id, or null when the username is taken. */
export async function insertUser(db: Db, person: NewUser): Promise<number | null> {
  const [row] = await db.insert(users).values(person).onConflictDoNothing().returning({ id: users.id });
  return row?.id ?? null;
}
