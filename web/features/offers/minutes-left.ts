import { useEffect, useState } from 'react';
import { now as present } from '#web/api/clock.ts';

/** Minutes until an instant, rounded up. */
export const countMinutesLeft = (now: Date, until: Date): number =>
  Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 60_000));

const clockTickMs = 15_000;

/** The current time, updated often enough to show every minute on time. */
export function useMinuteClock(): Date {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const timer = setInterval(() => setNow(present()), clockTickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
