type SessionMessage = 'ended' | 'alive';

let channel: BroadcastChannel | null | undefined;

/**
 * One channel for the page: a channel sends to all others but not to itself, and this page needs no message
 * of its own.
 */
function sharedChannel(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session');
  return channel;
}

/** Tells the other tabs of this browser that the session has ended or that the user is still active. */
export function broadcastSession(news: SessionMessage): void {
  sharedChannel()?.postMessage(news);
}

/** Calls the listener with messages of other tabs; returns a function that removes it. */
export function onSessionBroadcast(listener: (news: SessionMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<SessionMessage>) => listener(data);
  sharedChannel()?.addEventListener('message', onMessage);
  return () => sharedChannel()?.removeEventListener('message', onMessage);
}
