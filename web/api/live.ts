import { useEffect } from 'react';
import type { AuditSubject } from '#shared/domain/audit.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import { readAgain } from './hooks.ts';
import { refreshSession } from './session.ts';

const waiting = new Set<AuditSubject | 'everything'>();
/** Where visits and offers changed; undefined: anywhere. */
let branches: Set<number> | undefined = new Set();
let reading: Promise<void> | undefined;

/**
 * One reading after the other: a hint that comes while a long list is still being read again waits for it,
 * since a reading that is begun anew with every hint would never end on a busy day.
 */
function follow(subjects: readonly (AuditSubject | 'everything')[], at?: readonly number[]): void {
  for (const subject of subjects) waiting.add(subject);
  branches = at && branches && new Set([...branches, ...at]);
  reading ??= (async () => {
    while (waiting.size > 0) {
      const next = [...waiting];
      const where = branches && [...branches];
      waiting.clear();
      branches = new Set();
      await readAgain(next, where);
    }
  })().finally(() => {
    reading = undefined;
  });
}

const lost = createStore(false);

/** The line to the server is broken: what is on the screen may be old. */
export const useLiveLost = (): boolean => useStore(lost, false, (now) => now);

/** Who is refused asks again, later each time up to a minute, and not with all others at once. */
const openAgainAfter = 5000;
const mostAfter = 60_000;

/** The server knows for half a minute what it told; whoever began to read before that reads it all again. */
const toldFor = 20;
/** A line may wait for its turn in the browser, and its answer on the way. */
const onTheWay = 5;

/** Keeps the line open; what was missed while it was broken is read when it stands again. */
function listen(): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refused = 0;
  let stood = false;
  // What was read as the page opened may have changed since.
  const ago = performance.now() / 1000 + onTheWay;
  let isLate = ago > toldFor;
  function open() {
    source = new EventSource(`/api/events?ago=${isLate || refused > 0 ? 0 : ago.toFixed(1)}`);
    source.addEventListener('open', () => {
      refused = 0;
      stood = true;
      if (isLate || lost.read()) follow(['everything']);
      isLate = false;
      lost.set(false);
    });
    source.addEventListener('changed', (event: MessageEvent<string>) => {
      const told = JSON.parse(event.data) as { subjects: AuditSubject[]; branches?: number[] };
      follow(told.subjects, told.branches);
    });
    source.addEventListener('error', () => {
      lost.set(true);
      // A refusal (the session ended, the server restarts) closes the line for good: the browser does not try
      // again by itself.
      if (source?.readyState !== EventSource.CLOSED) return;
      // Whether the session has ended: an answer says it, the line does not.
      if (stood) void refreshSession();
      stood = false;
      const after = Math.min(mostAfter, openAgainAfter * 2 ** refused++);
      timer = setTimeout(open, after * (0.5 + Math.random() / 2));
    });
  }
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
    lost.set(false);
  };
}

/**
 * Listens to what others change, for as long as the component stands; what is on the screen is read again
 * within a second.
 */
export function useLive(enabled = true): void {
  useEffect(() => (enabled ? listen() : undefined), [enabled]);
}
