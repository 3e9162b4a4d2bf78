import { eq, sql } from 'drizzle-orm';
import { apiKeys } from '#server/db/schema/accounts.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { prepared } from '#server/engine/db/prepared-statements.ts';
import type { ValidKey } from '#server/engine/http/viewers.ts';

/** A valid API key whose creator is still an admin; read with every request. */
export async function validKey(db: Db, tokenHash: Buffer, now: Date): Promise<ValidKey | undefined> {
  const { rows } = await db.execute<ValidKey>(sql`${prepared}
    select k.id, k.name, k.scopes, k.per_minute as "perMinute", k.used_at as "usedAt",
      host(k.used_from) as "usedFrom", u.id as "madeBy"
    from api_keys k join users u on u.id = k.created_by
    where k.token_hash = ${tokenHash} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now.toISOString()}::timestamptz)
      and u.role = 'admin' and u.deactivated_at is null and u.erased_at is null`);
  return rows[0];
}

export async function saveKeyUse(db: Db, id: number, usedAt: Date, usedFrom: string): Promise<void> {
  await db.update(apiKeys).set({ usedAt, usedFrom }).where(eq(apiKeys.id, id));
}
