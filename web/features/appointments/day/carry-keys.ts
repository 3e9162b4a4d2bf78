import type { KeyboardEvent } from 'react';
import { isRtl } from '#web/i18n.ts';
import type { MovingControls } from './use-moving-appointment.ts';

const moveStepByKey: Record<string, { starts?: 1 | -1; columns?: 1 | -1 } | undefined> = {
  ArrowDown: { starts: 1 },
  ArrowUp: { starts: -1 },
};
const getColumnStep = (key: string): { columns: 1 | -1 } | undefined =>
  key === 'ArrowRight' || key === 'ArrowLeft'
    ? { columns: (key === 'ArrowRight') !== isRtl() ? 1 : -1 }
    : undefined;

/** Handles a key while an appointment is being moved; returns true if the key was used. */
export function handleMoveKey(carry: MovingControls, { key }: KeyboardEvent): boolean {
  const by = moveStepByKey[key] ?? getColumnStep(key);
  if (by) carry.step(by);
  else if (key === 'Enter' || key === ' ') carry.drop();
  else if (key === 'Escape') carry.putBack();
  else return false;
  return true;
}
