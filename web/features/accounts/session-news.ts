const name = 'session';
const ended = 'ended';

/** Tells the other tabs of this browser that nobody is signed in any more. */
export function sessionEnded(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage(ended);
  channel.close();
}

/** Calls back when another tab has ended the session; answers how to stop listening. */
export function onSessionEnded(listener: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => data === ended && listener();
  return () => channel.close();
}
