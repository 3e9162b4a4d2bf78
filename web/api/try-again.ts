import { useEffect } from 'react';

const tryAgainAfter = 4000;

/**
 * While something waits for the connection, tries again every 4 seconds and as soon as the device is online.
 */
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
