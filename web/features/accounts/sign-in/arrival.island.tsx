import { useEffect } from 'react';
import { arrivalIsland } from '#web/islands/arrival.ts';
import { defineIsland } from '#web/islands/define.ts';
import { showUrlNotice } from './arrival-notices.ts';

/** Renders nothing: toasts and dialogs show the notices. */
function Arrival() {
  useEffect(showUrlNotice, []);
  return null;
}

export const island = defineIsland({ ...arrivalIsland, component: Arrival });
