import { useEffect } from 'react';
import type { AuditSubject } from '#shared/domain/audit.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import { readAgain } from './hooks.ts';
import { refreshSession } from './session.ts';

const waiting = new Set<AuditSubject | 'everything'>();
/** Branches whose appointments or offers changed; undefined means any branch. */
let branches: Set<number> | undefined = new Set();
let reading: Promise<void> | undefined;

/**
 * Refetches one batch at a time: subjects that change while a refetch runs wait for its end. Restarting a
 * long list with every event would never finish on a busy day.
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

/** Whether the event stream is disconnected, so that the data shown may be outdated. */
export const useLiveLost = (): boolean => useStore(lost, false, (now) => now);

/**
 * Milliseconds before reconnecting after a refusal: doubled with each refusal up to `mostAfter`, with random
 * jitter.
 */
const openAgainAfter = 5000;
const mostAfter = 60_000;

/**
 * Seconds for which the page relies on the server's replay of recent events (the server keeps them for 30 s).
 * A page loaded earlier refetches everything.
 */
const toldFor = 20;
/** Seconds allowed for the request to wait in the browser and for its answer to arrive. */
const onTheWay = 5;

/** Keeps the event stream open; refetches everything after a disconnection. */
function listen(): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refused = 0;
  let stood = false;
  // Seconds since the page loaded: its data may have changed in the meantime.
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
      // After a refusal (the session ended, the server restarts) the browser does not reconnect by itself.
      if (source?.readyState !== EventSource.CLOSED) return;
      // Checks whether the session has ended: the event stream does not give the reason.
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
 * While the component is mounted, listens to changes made by others and refetches the data shown within a
 * second.
 */
export function useLive(enabled = true): void {
  useEffect(() => (enabled ? listen() : undefined), [enabled]);
}
