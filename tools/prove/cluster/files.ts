import { setTimeout as sleep } from 'node:timers/promises';

const pages = ['/', '/ar', '/book', '/terms'];

/** Opens pages with all their files, as a browser without a cache, until stopped. */
export function openPages(front: number): () => Promise<{ pages: number; files: number; wrong: string[] }> {
  let going = true;
  const seen = { pages: 0, files: 0 };
  const wrong = new Set<string>();
  const get = async (path: string): Promise<string> => {
    try {
      const answer = await fetch(`http://127.0.0.1:${front}${path}`, { signal: AbortSignal.timeout(10_000) });
      const isLater = answer.status === 503 && answer.headers.has('retry-after');
      if (!answer.ok && !isLater) wrong.add(`${path}: ${answer.status}`);
      return await answer.text();
    } catch (error) {
      wrong.add(`${path}: ${String(error)}`);
      return '';
    }
  };
  const opening = (async () => {
    for (; going; await sleep(100)) {
      const page = await get(pages[seen.pages++ % pages.length] ?? '/');
      const files = new Set(
        [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file),
      );
      seen.files += files.size;
      await Promise.all([...files].map(get));
    }
  })();
  return async () => {
    going = false;
    await opening;
    return { ...seen, wrong: [...wrong] };
  };
}
