import { useEffect } from 'react';
import { arrival } from '#web/islands/arrival.ts';
import { defineIsland } from '#web/islands/define.ts';
import { greetArrival } from './arrival-notices.ts';

/** Renders nothing: toasts and dialogs show the notices. */
function Arrival() {
  useEffect(greetArrival, []);
  return null;
}

export const island = defineIsland({ ...arrival, component: Arrival });
