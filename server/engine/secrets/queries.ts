import { and, eq, isNull } from 'drizzle-orm';
import { tokens } from '#server/db/schema/accounts.ts';
import type { Db } from '#server/engine/db/connect.ts';

/** Uses up a link or a code; false if another request was faster. */
export async function spendToken(db: Db, id: number, now: Date): Promise<boolean> {
  const spent = await db
    .update(tokens)
    .set({ usedAt: now })
    .where(and(eq(tokens.id, id), isNull(tokens.usedAt)))
    .returning({ id: tokens.id });
  return spent.length > 0;
}
