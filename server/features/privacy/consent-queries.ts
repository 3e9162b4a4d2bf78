import { and, eq, isNull, max, min, type SQL, sql } from 'drizzle-orm';
import { consents, contentVersions } from '#server/db/schema/homepage.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { lockSection, saveInitialVersion } from '#server/features/homepage/queries.ts';
import { needsNewConsent, newestAnswerFirst } from '#server/features/users/consent-state-queries.ts';
import type { LegalPage } from '#shared/contract/homepage.ts';
import type { Lang } from '#shared/domain/languages.ts';

async function findNoticeVersion(db: Db, end: SQL<number | null>): Promise<number> {
  const [row] = await db
    .select({ version: end })
    .from(contentVersions)
    .where(eq(contentVersions.key, 'homepage.privacy'));
  return row?.version ?? 0;
}

/** The newest version of the privacy notice; 0 for the default text. */
export const findNewestNoticeVersion = (db: Db): Promise<number> =>
  findNoticeVersion(db, max(contentVersions.id));

/** Stores the default notice before any other; 0 if nothing is stored. */
export const findOldestNoticeVersion = (db: Db): Promise<number> =>
  findNoticeVersion(db, min(contentVersions.id));

/** The newest version, stored if it was not, because the consented text must stay available. */
export const storedNotice = async (db: Db): Promise<number> =>
  (await findNewestNoticeVersion(db)) ||
  (await lockSection(db, 'privacy')) ||
  saveInitialVersion(db, 'privacy');

interface ConsentRow extends Record<string, unknown> {
  id: number;
  version: number;
  lang: Lang;
  atDesk: boolean;
  givenAt: Date;
  withdrawnAt: Date | null;
  givenBy: number | null;
  /** Null for oneself and for erased people. */
  by: string | null;
  byAr: string | null;
  byUsername: string | null;
}

/** A person's answers, newest first. */
export async function listConsents(db: Db, userId: number): Promise<ConsentRow[]> {
  const { rows } = await db.execute<ConsentRow>(sql`
    select c.id, c.content_id as version, c.lang, c.at_desk as "atDesk", c.given_at as "givenAt",
      c.withdrawn_at as "withdrawnAt", c.given_by as "givenBy", u.name as by, s.name_ar as "byAr",
      u.username as "byUsername"
    from consents c left join users u on u.id = c.given_by and u.id <> c.user_id and u.erased_at is null
      left join staff s on s.user_id = u.id
    where c.user_id = ${userId} order by ${newestAnswerFirst} limit 50`);
  return rows;
}

/** Whether a new consent is required, and the person's language. */
export async function findConsentRequest(db: Db, userId: number): Promise<{ isAsked: boolean; lang: Lang }> {
  const { rows } = await db.execute<{ isAsked: boolean; lang: Lang }>(
    sql`select ${needsNewConsent(sql`u.id`)} as "isAsked", u.locale as lang from users u where u.id = ${userId}`,
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no person ${userId}`);
  return row;
}

/** Serializes the answers of a person; false if she does not exist. */
export async function lockPersonForConsent(db: Db, id: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from users where id = ${id} and erased_at is null for no key update`,
  );
  return rows.length > 0;
}

export async function insertConsent(db: Db, consent: typeof consents.$inferInsert): Promise<void> {
  await db.insert(consents).values(consent);
}

/** Whether there was a consent to withdraw. */
export async function withdrawAllConsents(db: Db, userId: number, by: number, now: Date): Promise<boolean> {
  const gone = await db
    .update(consents)
    .set({ withdrawnBy: by, withdrawnAt: now })
    .where(and(eq(consents.userId, userId), isNull(consents.withdrawnAt)))
    .returning({ id: consents.id });
  return gone.length > 0;
}

/** The text that a person consented to, with its language. */
export async function findConsentedText(
  db: Db,
  userId: number,
  id: number,
): Promise<{ lang: Lang; body: LegalPage } | undefined> {
  const [row] = await db
    .select({ lang: consents.lang, body: contentVersions.body })
    .from(consents)
    .innerJoin(contentVersions, eq(contentVersions.id, consents.contentId))
    .where(and(eq(consents.userId, userId), eq(consents.id, id)));
  return row && { lang: row.lang, body: row.body as LegalPage };
}

/** Marks the newest version as a substantial change; false if it is not the newest. */
export async function markRequiresConsent(db: Db, version: number): Promise<boolean> {
  if ((await lockSection(db, 'privacy')) !== version) return false;
  await db.update(contentVersions).set({ asksAnew: true }).where(eq(contentVersions.id, version));
  return true;
}
