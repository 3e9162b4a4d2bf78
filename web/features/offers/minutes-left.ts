import { useEffect, useState } from 'react';
import { now as present } from '#web/api/clock.ts';

/** Whole minutes until an instant, the one that has begun included. */
export const minutesLeft = (now: Date, until: Date): number =>
  Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 60_000));

const lookEvery = 15_000;

/** The present, looked at often enough that no minute is told late. */
export function useMinute(): Date {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const timer = setInterval(() => setNow(present()), lookEvery);
    return () => clearInterval(timer);
  }, []);
  return now;
}
