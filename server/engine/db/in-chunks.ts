const chunk = 1000;

/** Removes many rows a little at a time, so that nobody waits for it; says how many. */
export async function inChunks(
  remove: (atMost: number) => Promise<{ rowCount: number | null }>,
): Promise<number> {
  for (let removed = 0; ; ) {
    const n = (await remove(chunk)).rowCount ?? 0;
    removed += n;
    if (n < chunk) return removed;
  }
}
