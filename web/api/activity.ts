import { now } from './clock.ts';

const unattendedAfterMs = 60_000;
let lastTouchMs = now().getTime();

if (typeof document !== 'undefined') {
  const touch = () => {
    lastTouchMs = now().getTime();
  };
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    addEventListener(type, touch, { capture: true, passive: true });
}

/**
 * Whether the user has not touched this page for a minute. Requests sent then do not prove that somebody is
 * present.
 */
export const isUnattended = (): boolean => now().getTime() - lastTouchMs > unattendedAfterMs;

/**
 * Header of a request that the page sends by itself: the server does not count it as activity of the session.
 */
export const passiveHeader = 'x-passive';
