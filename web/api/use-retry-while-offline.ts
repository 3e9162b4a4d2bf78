import { useEffect } from 'react';

const retryEveryMs = 4000;

/**
 * While something waits for the connection, tries again every 4 seconds and as soon as the device is online.
 */
export function useRetryWhileOffline(waits: boolean, tryNow: () => void): void {
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(tryNow, retryEveryMs);
    window.addEventListener('online', tryNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryNow);
    };
  }, [waits, tryNow]);
}
