type SessionNews = 'ended' | 'alive';

let channel: BroadcastChannel | null | undefined;

/** One for the page: a channel tells every other one but itself, and this page needs no news of its own. */
function sharedChannel(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session');
  return channel;
}

/** Tells the other tabs of this browser that nobody is signed in any more, or that someone is still there. */
export function tellSessionNews(news: SessionNews): void {
  sharedChannel()?.postMessage(news);
}

/** Calls back with what other tabs tell; answers how to stop listening. */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  const onMessage = ({ data }: MessageEvent<SessionNews>) => listener(data);
  sharedChannel()?.addEventListener('message', onMessage);
  return () => sharedChannel()?.removeEventListener('message', onMessage);
}
