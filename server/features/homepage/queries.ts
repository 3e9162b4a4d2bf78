import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { contentVersions } from '#server/db/schema/homepage.ts';
import { users } from '#server/db/schema/users.ts';
import { seedHomepage } from '#server/db/seed/homepage-content.ts';
import { seedAccessibility, seedPrivacy, seedTerms } from '#server/db/seed/legal-content.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { isNotOwner } from '#server/features/users/queries.ts';
import type { Homepage, HomepageSection, LegalPage, LegalSection } from '#shared/contract/homepage.ts';

/** Every text of the public site: the sections of the page and the legal pages. */
export type SiteContent = Homepage & Record<LegalSection, LegalPage>;

const initialContent: SiteContent = {
  ...seedHomepage,
  privacy: seedPrivacy,
  terms: seedTerms,
  accessibility: seedAccessibility,
};
const sections = Object.keys(initialContent) as HomepageSection[];
const sectionKey = (section: HomepageSection): string => `homepage.${section}`;

/** The current texts, uncached: for a transaction that changes them. */
export async function readContent(db: Db): Promise<SiteContent> {
  const rows = await db
    .selectDistinctOn([contentVersions.key], { key: contentVersions.key, body: contentVersions.body })
    .from(contentVersions)
    .where(inArray(contentVersions.key, sections.map(sectionKey)))
    .orderBy(contentVersions.key, desc(contentVersions.id));
  const saved = new Map(rows.map((row) => [row.key, row.body]));
  const merged = sections.map((section) => [
    section,
    // A field that was added after the text was saved has its default.
    Object.assign({}, initialContent[section], saved.get(sectionKey(section))),
  ]);
  return Object.assign({ ...initialContent }, Object.fromEntries(merged));
}

/** The current texts, cached until somebody saves a section. Call it before a transaction, not inside. */
export const currentHomepage = (deps: Pick<Deps, 'cache' | 'db'>): Promise<SiteContent> =>
  deps.cache.get('homepage', 'current', () => readContent(deps.db));

const contentLock = 7_402_321;

/**
 * Serializes two saves until the transaction ends. Returns the newest version's number, 0 if there is none.
 */
export async function lockSection(db: Db, section: HomepageSection): Promise<number> {
  await db.execute(sql`select pg_advisory_xact_lock(${contentLock}, hashtext(${section}))`);
  const [row] = await selectVersions(db, section, 1);
  return row?.version ?? 0;
}

export async function insertVersion(
  db: Db,
  section: HomepageSection,
  body: unknown,
  authorId: number | null,
): Promise<number> {
  const [row] = await db
    .insert(contentVersions)
    .values({ key: sectionKey(section), body, authorId })
    .returning({ id: contentVersions.id });
  return row?.id ?? 0;
}

/** Saves the default text as the first version when a section is first saved, so that it can be restored. */
export const saveInitialVersion = (db: Db, section: HomepageSection): Promise<number> =>
  insertVersion(db, section, initialContent[section], null);

const selectVersions = (db: Db, section: HomepageSection, limit: number, viewer?: Viewer) =>
  db
    .select({
      version: contentVersions.id,
      savedAt: contentVersions.createdAt,
      author: users.name,
      asksAnew: contentVersions.asksAnew,
    })
    .from(contentVersions)
    .leftJoin(users, and(eq(users.id, contentVersions.authorId), viewer && isNotOwner(viewer)))
    .where(eq(contentVersions.key, sectionKey(section)))
    .orderBy(desc(contentVersions.id))
    .limit(limit);

/** The newest hundred versions. */
export const listSectionVersions = (db: Db, viewer: Viewer, section: HomepageSection) =>
  selectVersions(db, section, 100, viewer);

export async function findVersionBody(db: Db, section: HomepageSection, version: number): Promise<unknown> {
  const [row] = await db
    .select({ body: contentVersions.body })
    .from(contentVersions)
    .where(and(eq(contentVersions.key, sectionKey(section)), eq(contentVersions.id, version)));
  return row?.body;
}
