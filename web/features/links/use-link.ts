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
  | { at: 'used' }
  | { at: 'dead' }
  | { at: 'failed'; message: string };

const deadCodes = new Set<ApiError['code']>(['not_found', 'malformed', 'invalid_token']);

const tokenInAddress = (): string => location.pathname.split('/').at(-1) ?? '';

/** What the address asks for: the message has a link for each action. */
export function askedAction(): LinkAction | null {
  const asked = new URLSearchParams(location.search).get('do');
  return linkActions.find((action) => action === asked) ?? null;
}

function failure(error: unknown): LinkState {
  if (!(error instanceof ApiError)) throw error;
  return deadCodes.has(error.code) ? { at: 'dead' } : { at: 'failed', message: error.message };
}

function opened(link: MessageLink, done: LinkAction | null = null): LinkState {
  if (link.over === 'used') return { at: 'used' };
  return link.visit || link.actions.length > 0 ? { at: 'open', link, done } : { at: 'dead' };
}

/** A link from a message: looked at when the page opens, used when a button is pressed. */
export function useMessageLink() {
  const [state, setState] = useState<LinkState>({ at: 'loading' });
  const { mutateAsync: send, isPending: busy, error: refused } = useChange(pressLink);
  const look = () =>
    call(getLink, { params: { token: tokenInAddress() } })
      .then((link) => opened(link), failure)
      .then(setState);
  useEffect(() => {
    void look();
  }, []);

  /** Answers the refusal; null once it is done. */
  async function press(
    action: LinkAction,
    when: { appointmentDate?: string; appointmentTime?: string } = {},
  ): Promise<ApiError | null> {
    try {
      const visit = state.at === 'open' ? state.link.visit : null;
      const { done } = await send({
        params: { token: tokenInAddress() },
        body: { action, ...when, ...(visit ? { version: visit.version } : {}) },
      });
      if (visit) {
        setState(opened(await call(getLink, { params: { token: tokenInAddress() } }), done));
        return null;
      }
      setState({ at: 'done', action: done });
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (deadCodes.has(error.code)) setState(failure(error));
      // Her own press whose answer was lost, or the clinic's: the visit as it stands says what came of it.
      else if (error.code === 'stale') await look();
      return error;
    }
  }
  return { state, press, look, busy, refused: refused?.message };
}
