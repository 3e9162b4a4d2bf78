import { useEffect } from 'react';

const tryAgainAfter = 4000;

/** While something waits for the line it is tried again every few seconds, and once the line is back. */
export function useTryAgain(waits: boolean, tryNow: () => void): void {
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(tryNow, tryAgainAfter);
    window.addEventListener('online', tryNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryNow);
    };
  }, [waits, tryNow]);
}
