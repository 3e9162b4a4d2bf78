import { useEffect, useState } from 'react';
import { onClockCorrected, now as present } from '#web/api/clock.ts';

/** The current time, updated every minute, when the page becomes visible and when the clock is changed. */
export function useCurrentTime(): Date {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const tick = () => setNow(present());
    const timer = setInterval(tick, 60_000);
    document.addEventListener('visibilitychange', tick);
    const stop = onClockCorrected(tick);
    return () => {
      clearInterval(timer);
      stop();
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}
