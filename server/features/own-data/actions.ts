import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { zip } from '#server/engine/files/zip.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { loadLetterheads } from '#server/features/notifications/letterhead-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { findUser } from '#server/features/users/queries.ts';
import type { DataCopy } from '#shared/contract/own/own-data.ts';
import { clinicNameIn } from '#shared/domain/clinic-settings.ts';
import { addMilliseconds } from '#shared/domain/clinic-time.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { Refusal } from '#shared/errors.ts';
import { loadPersonData } from './copy-queries.ts';
import { copyPage } from './messages.ts';
import * as queries from './queries.ts';

const day = 24 * 60 * 60 * 1000;
const maxAttempts = 3;

/** State of the copy of one's data. */
export async function findOwnCopyState(deps: Deps, { id }: Viewer): Promise<DataCopy> {
  const copy = await queries.findCopy(deps.db, id);
  const until = copy && addMilliseconds(copy.readyAt ?? copy.askedAt, day);
  if (!copy || !until || until <= deps.now()) return { state: 'none', askedAt: null, until: null };
  const waits = copy.attempts < maxAttempts ? 'making' : 'failed';
  return {
    state: copy.readyAt ? 'ready' : waits,
    askedAt: copy.askedAt.toISOString(),
    until: copy.readyAt && until.toISOString(),
  };
}

/** Requests a copy. A repeated request has no effect. */
export async function requestCopy(deps: Deps, viewer: Viewer): Promise<DataCopy> {
  const { state } = await findOwnCopyState(deps, viewer);
  if (state === 'making') return findOwnCopyState(deps, viewer);
  await inTransaction(deps.db, async (tx) => {
    await queries.insertCopy(tx, { userId: viewer.id, locale: viewer.lang, askedAt: deps.now() });
    await recordEvent(tx, viewer, createCopyEvent('copy_asked', viewer.id));
  });
  return findOwnCopyState(deps, viewer);
}

const createCopyEvent = (action: 'copy_asked' | 'copy_made' | 'copy_fetched', userId: number) =>
  ({ action, subject: 'own-data', subjectId: userId, patientId: userId }) as const;

/** The archive, only for its owner and within a day. */
export async function fetchCopy(deps: Deps, viewer: Viewer): Promise<{ name: string; archive: Buffer }> {
  const archive = await queries.findCopyArchive(deps.db, viewer.id, addMilliseconds(deps.now(), -day));
  if (!archive) throw new Refusal('not_found');
  await recordEvent(deps.db, viewer, createCopyEvent('copy_fetched', viewer.id));
  const { prefix } = await currentSettings(deps);
  return { name: `${referenceCode(prefix, viewer.id)}.zip`, archive };
}

async function* listArchiveEntries(html: string, json: string) {
  yield { name: 'my-data.html', content: [html] };
  yield { name: 'my-data.json', content: [json] };
}

async function buildCopyArchive(deps: Deps, copy: queries.CopyRow): Promise<Buffer | undefined> {
  const person = await findUser(deps.db, copy.userId);
  if (!person) return undefined;
  const { prefix, ...names } = await currentSettings(deps);
  const head = (await loadLetterheads(deps))[copy.locale];
  const whose = { person, lang: copy.locale, reference: referenceCode(prefix, person.id) };
  const data = await inTransaction(deps.db, (tx) =>
    loadPersonData(tx, { ...whose, head, hiddenUsername: deps.config.OWNER_USERNAME }),
  );
  const clinic = clinicNameIn(copy.locale, names);
  const at = deps.now();
  const json = JSON.stringify({ reference: whose.reference, at, ...data }, null, 2);
  const chunks: Buffer[] = [];
  for await (const chunk of zip(listArchiveEntries(copyPage(data, { ...whose, clinic, at }), json)))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** How long a process works before others get their turn. */
const turnMs = 20_000;

/**
 * Makes the requested copies and removes those that are a day old. After a crash the next turn takes it,
 * three times at most.
 */
export async function makeCopies(deps: Deps): Promise<void> {
  await queries.removeCopies(deps.db, addMilliseconds(deps.now(), -day));
  const began = performance.now();
  while (performance.now() - began < turnMs) {
    const copy = await queries.claimCopyRequest(deps.db, maxAttempts);
    if (!copy) return;
    const archive = await buildCopyArchive(deps, copy);
    if (archive)
      await inTransaction(deps.db, async (tx) => {
        if (await queries.saveArchive(tx, copy, archive, deps.now()))
          await recordEvent(tx, systemActor, createCopyEvent('copy_made', copy.userId));
      });
    await nextTurn();
  }
}
