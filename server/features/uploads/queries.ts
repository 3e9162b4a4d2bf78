import { eq } from 'drizzle-orm';
import { uploads } from '#server/db/schema/uploads.ts';
import type { Db } from '#server/engine/db/connect.ts';

const uploadUrlPattern = /^\/uploads\/([0-9a-f]{64})\.webp$/;

/** The id in an upload's address. */
export const uploadIdOf = (url: string): string | null => uploadUrlPattern.exec(url)?.[1] ?? null;
export const uploadUrl = (id: string): string => `/uploads/${id}.webp`;

export async function uploadExists(db: Db, url: string): Promise<boolean> {
  const id = uploadIdOf(url);
  if (id === null) return false;
  const [row] = await db.select({ id: uploads.id }).from(uploads).where(eq(uploads.id, id));
  return row !== undefined;
}

export interface NewUpload {
  readonly id: string;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Stores a picture; the same one twice is stored once. */
export async function insertUpload(db: Db, upload: NewUpload): Promise<boolean> {
  const rows = await db.insert(uploads).values(upload).onConflictDoNothing().returning({ id: uploads.id });
  return rows.length > 0;
}

export async function readUpload(db: Db, id: string) {
  const [row] = await db
    .select({ bytes: uploads.bytes, mediaType: uploads.mediaType })
    .from(uploads)
    .where(eq(uploads.id, id));
  return row;
}
