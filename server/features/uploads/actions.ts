import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import { scanForViruses } from '#server/engine/files/virus-scan.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { Refusal } from '#shared/errors.ts';
import { readPicture } from './picture-actions.ts';
import { insertUpload, uploadUrl } from './queries.ts';

const atOnce = 2;
let runningUploads = 0;

/** Decoding and scanning cost memory and time: two at a time, others are asked to retry. */
async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (runningUploads >= atOnce) throw new Refusal('unavailable', { retryAfter: 2 });
  runningUploads += 1;
  try {
    return await work();
  } finally {
    runningUploads -= 1;
  }
}

/** Stores a picture; its address is the hash of its content, so it never changes. */
export async function storePicture(
  deps: Deps,
  viewer: Viewer,
  body: Buffer,
): Promise<{ url: string; width: number; height: number }> {
  const { id, bytes, width, height } = await limitConcurrency(async () => {
    await scanForViruses(deps.config, deps.log, body);
    return readPicture(body);
  });
  await inTransaction(deps.db, async (tx) => {
    if (!(await insertUpload(tx, { id, mediaType: 'image/webp', width, height, bytes }))) return;
    await recordEvent(tx, viewer, { action: 'created', subject: 'uploads', after: { id, width, height } });
  });
  return { url: uploadUrl(id), width, height };
}
