import { useEffect } from 'react';
import type { AuditSubject } from '#shared/domain/audit.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import { refetchSubjects } from './hooks.ts';
import { refreshSession } from './session.ts';

const queuedSubjects = new Set<AuditSubject | 'everything'>();
/** Branches whose appointments or offers changed; undefined means any branch. */
let changedBranches: Set<number> | undefined = new Set();
let pendingRefetch: Promise<void> | undefined;

/**
 * Refetches one batch at a time: subjects that change while a refetch runs wait for its end. Restarting a
 * long list with every event would never finish on a busy day.
 */
function queueRefetch(subjects: readonly (AuditSubject | 'everything')[], at?: readonly number[]): void {
  for (const subject of subjects) queuedSubjects.add(subject);
  changedBranches = at && changedBranches && new Set([...changedBranches, ...at]);
  pendingRefetch ??= (async () => {
    while (queuedSubjects.size > 0) {
      const next = [...queuedSubjects];
      const where = changedBranches && [...changedBranches];
      queuedSubjects.clear();
      changedBranches = new Set();
      await refetchSubjects(next, where);
    }
  })().finally(() => {
    pendingRefetch = undefined;
  });
}

const disconnectedStore = createStore(false);

/** Whether the event stream is disconnected, so that the data shown may be outdated. */
export const useIsLiveDisconnected = (): boolean => useStore(disconnectedStore, false, (now) => now);

/**
 * Milliseconds before reconnecting after a refusal: doubled with each refusal up to `maxReconnectMs`, with random
 * jitter.
 */
const reconnectAfterMs = 5000;
const maxReconnectMs = 60_000;

/**
 * Seconds for which the page relies on the server's replay of recent events (the server keeps them for 30 s).
 * A page loaded earlier refetches everything.
 */
const eventReplaySeconds = 20;
/** Seconds allowed for the request to wait in the browser and for its answer to arrive. */
const transitSeconds = 5;

/** Keeps the event stream open; refetches everything after a disconnection. */
function openEventStream(): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refused = 0;
  let stood = false;
  // Seconds since the page loaded: its data may have changed in the meantime.
  const ago = performance.now() / 1000 + transitSeconds;
  let isLate = ago > eventReplaySeconds;
  function open() {
    source = new EventSource(`/api/events?ago=${isLate || refused > 0 ? 0 : ago.toFixed(1)}`);
    source.addEventListener('open', () => {
      refused = 0;
      stood = true;
      if (isLate || disconnectedStore.read()) queueRefetch(['everything']);
      isLate = false;
      disconnectedStore.set(false);
    });
    source.addEventListener('changed', (event: MessageEvent<string>) => {
      const told = JSON.parse(event.data) as { subjects: AuditSubject[]; branches?: number[] };
      queueRefetch(told.subjects, told.branches);
    });
    source.addEventListener('error', () => {
      disconnectedStore.set(true);
      // After a refusal (the session ended, the server restarts) the browser does not reconnect by itself.
      if (source?.readyState !== EventSource.CLOSED) return;
      // Checks whether the session has ended: the event stream does not give the reason.
      if (stood) void refreshSession();
      stood = false;
      const after = Math.min(maxReconnectMs, reconnectAfterMs * 2 ** refused++);
      timer = setTimeout(open, after * (0.5 + Math.random() / 2));
    });
  }
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
    disconnectedStore.set(false);
  };
}

/**
 * While the component is mounted, listens to changes made by others and refetches the data shown within a
 * second.
 */
export function useLiveUpdates(enabled = true): void {
  useEffect(() => (enabled ? openEventStream() : undefined), [enabled]);
}
