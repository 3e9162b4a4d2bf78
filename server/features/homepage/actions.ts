import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/engine/db/connect.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { refuseStale } from '#server/engine/http/version.ts';
import { uploadExists, uploadIdOf } from '#server/features/uploads/queries.ts';
import { type HomepageSection, homepageSections, putSection } from '#shared/contract/homepage.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { Refusal } from '#shared/errors.ts';
import { isMessage } from '#shared/messages/dictionaries.ts';
import {
  type currentHomepage,
  findVersionBody,
  insertVersion,
  lockSection,
  readContent,
  saveInitialVersion,
} from './queries.ts';

type SectionBody = Awaited<ReturnType<typeof currentHomepage>>[HomepageSection];

function parseSection(section: HomepageSection, body: unknown): SectionBody {
  const parsed = homepageSections[section].safeParse(body);
  if (parsed.success) return parsed.data as SectionBody;
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues)
    fields[path.join('.') || 'body'] ??= isMessage(message) ? message : 'validation.required';
  throw new Refusal('malformed', { fields });
}

/** Pictures in a text must have been uploaded here, in every field. */
async function checkImages(tx: Db, body: object): Promise<void> {
  for (const [field, url] of Object.entries(body)) {
    if (typeof url === 'string' && uploadIdOf(url) !== null && !(await uploadExists(tx, url)))
      throw new Refusal('malformed', { fields: { [field]: 'validation.image' } });
  }
}

async function saveVersion(
  deps: Deps,
  viewer: Viewer,
  section: HomepageSection,
  read: (tx: Db) => Promise<unknown>,
  action: AuditAction,
  ifMatch?: string,
) {
  return inTransaction(deps.db, async (tx) => {
    const before = (await lockSection(tx, section)) || (await saveInitialVersion(tx, section));
    refuseStale(putSection, ifMatch, (await readContent(tx))[section]);
    const body = parseSection(section, await read(tx));
    await checkImages(tx, body);
    const version = await insertVersion(tx, section, body, viewer.id);
    await recordEvent(tx, viewer, {
      action,
      subject: 'homepage',
      subjectId: version,
      before: { section, version: before },
      after: { section, version },
    });
    return body;
  });
}

/** Saves a section as its newest version; the public page shows it at once. */
export const saveSection = (
  deps: Deps,
  viewer: Viewer,
  section: HomepageSection,
  body: unknown,
  ifMatch?: string,
): Promise<SectionBody> => saveVersion(deps, viewer, section, async () => body, 'changed', ifMatch);

/** Saves an earlier version again as the newest, so that going back loses nothing. */
export const restoreSection = (
  deps: Deps,
  viewer: Viewer,
  section: HomepageSection,
  version: number,
  ifMatch?: string,
): Promise<SectionBody> =>
  saveVersion(
    deps,
    viewer,
    section,
    async (tx) => {
      const body = await findVersionBody(tx, section, version);
      if (body === undefined) throw new Refusal('not_found');
      return body;
    },
    'restored',
    ifMatch,
  );
