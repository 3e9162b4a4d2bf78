import { contentVersions } from '#server/db/schema/homepage.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import type { CheckableStep } from '#shared/domain/setup-guide.ts';
import { newestContent } from './queries.ts';

const key = 'guide';

/** The owner's decisions in the setup guide. */
export interface GuideMarks {
  /** The guide is hidden. */
  readonly away: boolean;
  /** Steps whose default content is fine. */
  readonly checked: readonly CheckableStep[];
  /** Patients can book online. */
  readonly bookingOpen: boolean;
}

const defaultGuideMarks: GuideMarks = { away: false, checked: [], bookingOpen: true };

export const readMarks = async (db: Db): Promise<GuideMarks> => ({
  ...defaultGuideMarks,
  ...(await newestContent(db, key)),
});

export const currentMarks = (deps: Pick<Deps, 'cache' | 'db'>): Promise<GuideMarks> =>
  deps.cache.get('settings', key, () => readMarks(deps.db));

export async function saveMarks(db: Db, marks: GuideMarks, authorId: number): Promise<void> {
  await db.insert(contentVersions).values({ key, body: marks, authorId });
}
