/** An address for the log: without its query and without the token of a message's link. */
export function loggedPath(url: string | undefined): string | undefined {
  return url?.split('?', 1)[0]?.replace(/[\w-]{43,}/g, ':token');
}
