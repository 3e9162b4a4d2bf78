import { useCallback, useEffect, useState } from 'react';

/**
 * Seconds left of a countdown, and a function that starts it. Uses a monotonic clock, because the time of the
 * device may be changed meanwhile.
 */
export function useCountdown(): [left: number, begin: (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [end]);
  const begin = useCallback((seconds: number) => setEnd(performance.now() + seconds * 1000), []);
  return [left, begin];
}
