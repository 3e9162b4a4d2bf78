import { useEffect, useState } from 'react';
import { readScreen, type ScreenState } from '#shared/contract/screens.ts';
import { ApiError, ask } from '#web/api/client.ts';

const lookEvery = 2000;
/** Milliseconds between requests after the link was ended, in case it is enabled again. */
const lookWhenEnded = 60_000;
/** Milliseconds between checks for a new version of the page; also checked after a lost connection. */
const upgradeEvery = 10 * 60_000;

export interface ScreenNow {
  state: ScreenState | null;
  line: 'on' | 'lost' | 'ended';
}

const entryOf = (html: string): string | undefined =>
  /<script[^>]+type="module"[^>]*src="([^"]+)"/.exec(html)?.[1];

/** Reloads the page if its entry script has changed, that is, after a deployment. */
async function reloadIfRenewed(): Promise<void> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  const answer = await fetch(window.location.href, { cache: 'no-cache' });
  const found = answer.ok ? entryOf(await answer.text()) : undefined;
  if (own && found && found !== own) window.location.reload();
}

/** Data of the screen, requested every two seconds; once a minute after its link was ended. */
export function useScreen(token: string): ScreenNow {
  const [now, setNow] = useState<ScreenNow>({ state: null, line: 'on' });
  useEffect(() => {
    let stopped = false;
    let lost = false;
    let ended = false;
    let timer: ReturnType<typeof setTimeout>;
    async function look() {
      try {
        const state = await ask(readScreen, { params: { token } });
        if (lost) void reloadIfRenewed().catch(() => undefined);
        lost = false;
        ended = false;
        if (!stopped) setNow({ state, line: 'on' });
      } catch (error) {
        ended = error instanceof ApiError && error.status === 404;
        lost = true;
        if (!stopped)
          setNow(({ state }) => ({ state: ended ? null : state, line: ended ? 'ended' : 'lost' }));
      }
      if (!stopped) timer = setTimeout(look, ended ? lookWhenEnded : lookEvery);
    }
    void look();
    const renewed = setInterval(() => void reloadIfRenewed().catch(() => undefined), upgradeEvery);
    return () => {
      stopped = true;
      clearTimeout(timer);
      clearInterval(renewed);
    };
  }, [token]);
  return now;
}
