import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#server/db/connect.ts';
import { contentVersions } from '#server/db/schema/homepage.ts';
import { users } from '#server/db/schema/users.ts';
import { seedHomepage } from '#server/db/seed/homepage-content.ts';
import type { Deps } from '#server/deps.ts';
import type { Homepage, HomepageSection, LegalPage, LegalSection } from '#shared/contract/homepage.ts';

/** Every text of the public site: the sections of the page and the legal pages. */
export type SiteContent = Homepage & Record<LegalSection, LegalPage>;

const keyOf = (section: HomepageSection): string => `homepage.${section}`;
const sections = Object.keys(seedHomepage) as HomepageSection[];

async function readContent(db: Db): Promise<SiteContent> {
  const rows = await db
    .selectDistinctOn([contentVersions.key], { key: contentVersions.key, body: contentVersions.body })
    .from(contentVersions)
    .where(inArray(contentVersions.key, sections.map(keyOf)))
    .orderBy(contentVersions.key, desc(contentVersions.id));
  const saved = new Map(rows.map((row) => [row.key, row.body]));
  return Object.fromEntries(
    sections.map((section) => [section, saved.get(keyOf(section)) ?? seedHomepage[section]]),
  ) as unknown as SiteContent;
}

/** The texts in force, kept in memory until somebody saves a section. */
export const currentHomepage = (deps: Pick<Deps, 'cache' | 'db'>): Promise<SiteContent> =>
  deps.cache.get('homepage', 'current', () => readContent(deps.db));

export async function insertVersion(db: Db, section: HomepageSection, body: unknown, authorId: number): Promise<number> {
  const [row] = await db
    .insert(contentVersions)
    .values({ key: keyOf(section), body, authorId })
    .returning({ id: contentVersions.id });
  return row?.id ?? 0;
}

export async function versionsOf(db: Db, section: HomepageSection) {
  return db
    .select({ version: contentVersions.id, savedAt: contentVersions.createdAt, author: users.name })
    .from(contentVersions)
    .leftJoin(users, eq(users.id, contentVersions.authorId))
    .where(eq(contentVersions.key, keyOf(section)))
    .orderBy(desc(contentVersions.id))
    .limit(100);
}

export async function versionBody(db: Db, section: HomepageSection, version: number): Promise<unknown> {
  const [row] = await db
    .select({ body: contentVersions.body })
    .from(contentVersions)
    .where(and(eq(contentVersions.key, keyOf(section)), eq(contentVersions.id, version)));
  return row?.body;
}
