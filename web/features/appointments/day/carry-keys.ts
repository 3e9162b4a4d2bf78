import type { KeyboardEvent } from 'react';
import { isRtl } from '#web/i18n.ts';
import type { Carry } from './use-carry.ts';

const steps: Record<string, { starts?: 1 | -1; columns?: 1 | -1 } | undefined> = {
  ArrowDown: { starts: 1 },
  ArrowUp: { starts: -1 },
};
const columnStep = (key: string): { columns: 1 | -1 } | undefined =>
  key === 'ArrowRight' || key === 'ArrowLeft'
    ? { columns: (key === 'ArrowRight') !== isRtl() ? 1 : -1 }
    : undefined;

/** Handles a key while an appointment is being moved; returns true if the key was used. */
export function onCarry(carry: Carry, { key }: KeyboardEvent): boolean {
  const by = steps[key] ?? columnStep(key);
  if (by) carry.step(by);
  else if (key === 'Enter' || key === ' ') carry.drop();
  else if (key === 'Escape') carry.putBack();
  else return false;
  return true;
}
