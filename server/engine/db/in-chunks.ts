const chunk = 10_000;

/** Removes many rows a little at a time, so that nobody waits for it. */
export async function inChunks(remove: (atMost: number) => Promise<{ rowCount: number | null }>) {
  while (((await remove(chunk)).rowCount ?? 0) >= chunk);
}
