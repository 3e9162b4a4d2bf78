/** An address as the log may hold it: without its query, and without the token of a link from a message. */
export function loggedPath(url: string | undefined): string | undefined {
  return url?.split('?', 1)[0]?.replace(/[\w-]{43,}/g, ':token');
}
