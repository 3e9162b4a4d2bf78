import { maskTokens } from '#shared/domain/scrub.ts';

/** An address for the log: without its query and without secret tokens. */
export const loggedPath = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : maskTokens(url.split('?', 1)[0] ?? '');
