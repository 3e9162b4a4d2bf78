import { useEffect } from 'react';

/** Polling interval in milliseconds if the server has no free connection for an event stream. */
const pollIntervalMs = 15_000;
/** Random delay in milliseconds, so that clients who watch one branch do not all send requests at once. */
const maxJitterMs = 600;

function watchBranchTimes(locationId: number, onChange: () => void): () => void {
  let source: EventSource | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let often: ReturnType<typeof setInterval> | undefined;
  let isLate = false;
  const ask = () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      onChange();
    }, Math.random() * maxJitterMs);
  };
  const close = () => {
    clearTimeout(soon);
    soon = undefined;
    clearInterval(often);
    source?.close();
    source = undefined;
  };
  const open = () => {
    source = new EventSource(`/api/events/times?location=${locationId}`);
    source.addEventListener('changed', ask);
    source.addEventListener('open', () => {
      // Changes made before the connection, or while it was down, are not sent again.
      if (isLate) ask();
      isLate = true;
    });
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      clearInterval(often);
      often = setInterval(ask, pollIntervalMs);
    });
  };
  const follow = () => {
    close();
    if (document.visibilityState === 'visible') open();
    else isLate = true;
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}

/** Calls back when the free time slots of a branch may have changed, while the page is visible. */
export function useLiveTimes(locationId: number | null, onChange: (locationId: number) => void): void {
  useEffect(() => {
    if (locationId === null) return undefined;
    return watchBranchTimes(locationId, () => onChange(locationId));
  }, [locationId, onChange]);
}
