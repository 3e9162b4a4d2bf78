import { moveContents } from '#server/db/archive-contents.ts';
import type { Deps } from '#server/deps.ts';
import { writeArchive } from '#server/engine/db/archive/write-archive.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import type { Moving } from '#shared/contract/connections/moving.ts';
import { addMilliseconds, clinicClock } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import * as queries from './queries.ts';

const day = 24 * 60 * 60 * 1000;
const maxAttempts = 3;
/** Size of the archive pieces, which one statement writes and one reads. */
const pieceBytes = 1_000_000;

/** The archive contains clinical notes, which other admins do not read. */
const canMoveOut = ({ isSuperAdmin, isOwner }: Viewer): boolean => isSuperAdmin || isOwner;

function requireMoveOutRight(viewer: Viewer): void {
  if (!canMoveOut(viewer)) throw new Refusal('forbidden');
}

function presentMovingState(moving: queries.MovingRow | undefined, { now }: Deps, viewer: Viewer): Moving {
  const allowed = canMoveOut(viewer);
  const until = moving && addMilliseconds(moving.readyAt ?? moving.askedAt, day);
  if (!moving || !until || until <= now())
    return { state: 'none', allowed, askedAt: null, tries: 0, until: null, bytes: null };
  const waits = moving.failedAt ? 'failed' : 'making';
  return {
    state: moving.readyAt ? 'ready' : waits,
    allowed,
    askedAt: moving.askedAt.toISOString(),
    tries: moving.attempts,
    until: moving.readyAt && until.toISOString(),
    bytes: moving.bytes,
  };
}

/** State of the archive of the whole clinic. */
export const currentMoving = async (deps: Deps, viewer: Viewer): Promise<Moving> =>
  presentMovingState(await queries.findLastArchive(deps.db), deps, viewer);

/** Requests an archive. A repeated request has no effect. */
export async function requestMoveOut(deps: Deps, viewer: Viewer): Promise<Moving> {
  requireMoveOutRight(viewer);
  await inTransaction(deps.db, async (tx) => {
    await queries.lockMovings(tx);
    const { state } = await currentMoving({ ...deps, db: tx }, viewer);
    if (state === 'making') return;
    await queries.insertMoving(tx, { askedBy: viewer.id, askedAt: deps.now() });
    await recordEvent(tx, viewer, { action: 'moving_asked', subject: 'moving' });
  });
  return currentMoving(deps, viewer);
}

export interface ArchiveDownload {
  readonly name: string;
  readonly bytes: number;
  readonly pieces: AsyncIterable<Buffer>;
}

/** Streams the archive piece by piece, within a day. */
export async function fetchMoving(deps: Deps, viewer: Viewer): Promise<ArchiveDownload> {
  requireMoveOutRight(viewer);
  const moving = await queries.findLastArchive(deps.db);
  const { state, bytes } = presentMovingState(moving, deps, viewer);
  if (state !== 'ready' || !moving || bytes === null) throw new Refusal('not_found');
  await recordEvent(deps.db, viewer, { action: 'moving_fetched', subject: 'moving' });
  async function* pieces(id: number): AsyncGenerator<Buffer> {
    for (let n = 0; ; n++) {
      const piece = await queries.findPiece(deps.db, id, n);
      if (!piece) return;
      yield piece;
    }
  }
  return { name: `clinic-${clinicClock(moving.askedAt).date}.zip`, bytes, pieces: pieces(moving.id) };
}

/** Joins chunks into pieces of about 1 MB. */
async function* joinIntoPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size < pieceBytes) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** Stores the archive in pieces and returns its size, or undefined if it was asked for again meanwhile. */
async function storeArchive(deps: Deps, moving: queries.MovingRow): Promise<number | undefined> {
  await queries.removePieces(deps.db, moving.id);
  const client = await deps.database.pool.connect();
  try {
    let n = 0;
    let size = 0;
    for await (const bytes of joinIntoPieces(writeArchive(client, moveContents))) {
      if (!(await queries.insertPiece(deps.db, moving, { n: n++, bytes }))) return undefined;
      size += bytes.length;
    }
    return size;
  } finally {
    client.release();
  }
}

/** Takes the archive to make now. Failed and restarted ones are logged. */
const claimNextArchive = (deps: Deps): Promise<queries.MovingRow | undefined> =>
  inTransaction(deps.db, async (tx) => {
    if (await queries.failExhaustedArchive(tx, maxAttempts, deps.now()))
      await recordEvent(tx, systemActor, { action: 'moving_failed', subject: 'moving' });
    const moving = await queries.claimWaitingArchive(tx, maxAttempts);
    if (moving && moving.attempts > 1)
      await recordEvent(tx, systemActor, { action: 'moving_begun_again', subject: 'moving' });
    return moving;
  });

/**
 * Makes the requested archive, and removes one that is a day old. After a crash the next turn starts again,
 * three times at most; then it is marked as failed. One at a time.
 */
export async function makeRequestedArchives(deps: Deps): Promise<void> {
  await queries.removeMovings(deps.db, addMilliseconds(deps.now(), -day));
  const moving = await claimNextArchive(deps);
  if (!moving) return;
  const bytes = await storeArchive(deps, moving);
  if (bytes === undefined) return;
  await inTransaction(deps.db, async (tx) => {
    if (await queries.finishMoving(tx, moving, { bytes, readyAt: deps.now() }))
      await recordEvent(tx, systemActor, { action: 'moved_out', subject: 'moving' });
  });
}
