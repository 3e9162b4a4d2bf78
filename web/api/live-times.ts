import { useEffect } from 'react';

/** Where the server has no line left, times are asked for so often. */
const askEveryMs = 15_000;
/** Of many who look at one branch not all ask at once. */
const spreadMs = 600;

function watch(locationId: number, onChange: () => void): () => void {
  let source: EventSource | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let often: ReturnType<typeof setInterval> | undefined;
  let isLate = false;
  const ask = () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      onChange();
    }, Math.random() * spreadMs);
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
      // What changed before, or while the line was broken, nobody tells.
      if (isLate) ask();
      isLate = true;
    });
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      clearInterval(often);
      often = setInterval(ask, askEveryMs);
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

/** Calls back when the free times of a branch may be others, while the page is in view. */
export function useLiveTimes(locationId: number | null, onChange: (locationId: number) => void): void {
  useEffect(() => {
    if (locationId === null) return undefined;
    return watch(locationId, () => onChange(locationId));
  }, [locationId, onChange]);
}
