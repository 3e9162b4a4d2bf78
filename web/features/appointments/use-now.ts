import { useEffect, useState } from 'react';
import { now as present } from '#web/api/clock.ts';

/** The present, looked at again every minute, and when the page comes back into view. */
export function useNow(): Date {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const tick = () => setNow(present());
    const timer = setInterval(tick, 60_000);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}
