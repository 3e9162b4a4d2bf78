import { useEffect, useState } from 'react';
import {
  getLink,
  type LinkAction,
  linkActions,
  type MessageLink,
  useLink as pressLink,
} from '#shared/contract/links.ts';
import { change } from '#web/api/changes.ts';
import { ApiError, call } from '#web/api/client.ts';

export type LinkState =
  | { at: 'loading' }
  | { at: 'open'; link: MessageLink; refused: string; busy: boolean }
  | { at: 'done'; action: LinkAction }
  | { at: 'used' }
  | { at: 'dead' }
  | { at: 'failed'; message: string };

const deadCodes = new Set<ApiError['code']>(['not_found', 'malformed', 'invalid_token']);
const timeIsGone = new Set<ApiError['code']>([
  'slot_taken',
  'in_the_past',
  'too_soon',
  'outside_hours',
  'off_grid',
]);

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

function opened(link: MessageLink): LinkState {
  if (link.over === 'used') return { at: 'used' };
  return link.actions.length > 0 ? { at: 'open', link, refused: '', busy: false } : { at: 'dead' };
}

/** A link from a message: looked at when the page opens, used when a button is pressed. */
export function useMessageLink() {
  const [state, setState] = useState<LinkState>({ at: 'loading' });
  const look = () =>
    call(getLink, { params: { token: tokenInAddress() } })
      .then(opened, failure)
      .then(setState);
  useEffect(() => {
    void look();
  }, []);

  /** Says whether the chosen time can no longer be had. */
  async function press(
    action: LinkAction,
    when: { appointmentDate?: string; appointmentTime?: string } = {},
  ): Promise<boolean> {
    if (state.at !== 'open') return false;
    setState({ ...state, busy: true, refused: '' });
    try {
      const { done } = await change(pressLink, {
        params: { token: tokenInAddress() },
        body: { action, ...when },
      });
      setState({ at: 'done', action: done });
      return false;
    } catch (error) {
      const isDead = error instanceof ApiError && deadCodes.has(error.code);
      if (isDead || !(error instanceof ApiError)) setState(failure(error));
      else setState({ ...state, busy: false, refused: error.message });
      return error instanceof ApiError && timeIsGone.has(error.code);
    }
  }
  return { state, press, look };
}
