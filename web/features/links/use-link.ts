import { useEffect, useState } from 'react';
import {
  getLink,
  type LinkAction,
  linkActions,
  type MessageLink,
  useLink as pressLink,
} from '#shared/contract/links.ts';
import { useChange } from '#web/api/changes.ts';
import { ApiError, call } from '#web/api/client.ts';

export type LinkState =
  | { at: 'loading' }
  | { at: 'open'; link: MessageLink; done: LinkAction | null }
  | { at: 'done'; action: LinkAction }
  | { at: 'offer'; token: string }
  | { at: 'used' }
  | { at: 'dead' }
  | { at: 'failed'; message: string };

/**
 * Errors that mean that the page shows an old state: the appointment has changed, by an earlier press whose
 * answer was lost, on another page or by the clinic, its cut-off has passed, or the session has ended.
 */
const outdatedPageCodes = new Set<ApiError['code']>([
  'stale',
  'stage_changed',
  'past_cutoff',
  'invalid_token',
  'not_found',
  'not_signed_in',
]);
const deadLinkCodes = new Set<ApiError['code']>(['not_found', 'malformed']);

/** Milliseconds between refreshes on the day of the appointment, when the doctor's delay is shown. */
const linkPollMs = 60_000;

const readTokenFromPath = (): string => location.pathname.split('/').at(-1) ?? '';

/** The action in the URL; a message contains one link per action. */
export function readActionParam(): LinkAction | null {
  const asked = new URLSearchParams(location.search).get('do');
  return linkActions.find((action) => action === asked) ?? null;
}

function toFailedState(error: unknown): LinkState {
  if (!(error instanceof ApiError)) throw error;
  return deadLinkCodes.has(error.code) ? { at: 'dead' } : { at: 'failed', message: error.message };
}

function toLinkState(link: MessageLink, done: LinkAction | null = null): LinkState {
  if (link.kind === 'offer') return { at: 'offer', token: readTokenFromPath() };
  if (link.visit || link.current || link.day || link.actions.length > 0) return { at: 'open', link, done };
  return { at: link.over === 'used' ? 'used' : 'dead' };
}

/** State of a link from a message: loaded when the page opens, used when a button is pressed. */
export function useMessageLink() {
  const [state, setState] = useState<LinkState>({ at: 'loading' });
  const { mutateAsync: send, isPending: busy, error: refused } = useChange(pressLink);
  const look = () =>
    call(getLink, { params: { token: readTokenFromPath() } })
      .then((link) => toLinkState(link), toFailedState)
      .then(setState);
  useEffect(() => {
    void look();
  }, []);

  const isToday = state.at === 'open' && state.link.day !== null;
  useEffect(() => {
    if (!isToday) return;
    const timer = setInterval(() => void look(), linkPollMs);
    return () => clearInterval(timer);
  }, [isToday]);

  /** Performs an action. Resolves to the error, or to null after success. */
  async function press(
    action: LinkAction,
    when: { appointmentDate?: string; appointmentTime?: string } = {},
  ): Promise<ApiError | null> {
    try {
      const link = state.at === 'open' ? state.link : null;
      const seen = link?.visit ?? link?.current;
      const { done } = await send({
        params: { token: readTokenFromPath() },
        body: { action, ...when, ...(seen ? { version: seen.version } : {}) },
      });
      // Shows the appointment in its new state.
      if (seen) {
        setState(toLinkState(await call(getLink, { params: { token: readTokenFromPath() } }), done));
        return null;
      }
      setState({ at: 'done', action: done });
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (outdatedPageCodes.has(error.code)) await look();
      return error;
    }
  }
  return { state, press, look, busy, refused };
}
