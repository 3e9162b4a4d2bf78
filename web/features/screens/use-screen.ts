import { useEffect, useState } from 'react';
import { readScreen, type ScreenState } from '#shared/contract/screens.ts';
import { ApiError, callUntyped } from '#web/api/client.ts';

const screenPollMs = 2000;
/** Milliseconds between requests after the link was ended, in case it is enabled again. */
const endedScreenPollMs = 60_000;
/** Milliseconds between checks for a new version of the page; also checked after a lost connection. */
const versionCheckMs = 10 * 60_000;

export interface ScreenStatus {
  state: ScreenState | null;
  line: 'on' | 'lost' | 'ended';
}

const findEntryScript = (html: string): string | undefined =>
  /<script[^>]+type="module"[^>]*src="([^"]+)"/.exec(html)?.[1];

/** Reloads the page if its entry script has changed, that is, after a deployment. */
async function reloadIfDeployed(): Promise<void> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  const answer = await fetch(window.location.href, { cache: 'no-cache' });
  const found = answer.ok ? findEntryScript(await answer.text()) : undefined;
  if (own && found && found !== own) window.location.reload();
}

/** Data of the screen, requested every two seconds; once a minute after its link was ended. */
export function useScreen(token: string): ScreenStatus {
  const [now, setNow] = useState<ScreenStatus>({ state: null, line: 'on' });
  useEffect(() => {
    let stopped = false;
    let lost = false;
    let ended = false;
    let timer: ReturnType<typeof setTimeout>;
    async function look() {
      try {
        const state = await callUntyped(readScreen, { params: { token } });
        if (lost) void reloadIfDeployed().catch(() => undefined);
        lost = false;
        ended = false;
        if (!stopped) setNow({ state, line: 'on' });
      } catch (error) {
        ended = error instanceof ApiError && error.status === 404;
        lost = true;
        if (!stopped)
          setNow(({ state }) => ({ state: ended ? null : state, line: ended ? 'ended' : 'lost' }));
      }
      if (!stopped) timer = setTimeout(look, ended ? endedScreenPollMs : screenPollMs);
    }
    void look();
    const renewed = setInterval(() => void reloadIfDeployed().catch(() => undefined), versionCheckMs);
    return () => {
      stopped = true;
      clearTimeout(timer);
      clearInterval(renewed);
    };
  }, [token]);
  return now;
}
