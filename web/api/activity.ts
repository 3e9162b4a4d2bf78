import { now } from './clock.ts';

const idleAfter = 60_000;
let touchedAt = now().getTime();

if (typeof document !== 'undefined') {
  const touch = () => {
    touchedAt = now().getTime();
  };
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    addEventListener(type, touch, { capture: true, passive: true });
}

/**
 * Nobody has touched this page for a minute: what it still asks the server for is no sign that somebody is
 * there.
 */
export const isUnattended = (): boolean => now().getTime() - touchedAt > idleAfter;

/** Tells the server that a request is the page's own doing and keeps no session from idling out. */
export const passiveHeader = 'x-passive';
