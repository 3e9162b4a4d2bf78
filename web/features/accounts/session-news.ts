type SessionNews = 'ended' | 'alive';

const name = 'session';
const open = () => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name));

/** Tells the other tabs of this browser that nobody is signed in any more, or that someone is still there. */
export function tellSessionNews(news: SessionNews): void {
  const channel = open();
  channel?.postMessage(news);
  channel?.close();
}

/** Calls back with what other tabs tell; answers how to stop listening. */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  const channel = open();
  if (channel) channel.onmessage = ({ data }: MessageEvent<SessionNews>) => listener(data);
  return () => channel?.close();
}
