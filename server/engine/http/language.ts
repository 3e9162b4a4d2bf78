import type { IncomingHttpHeaders } from 'node:http';
import type { Lang } from '#shared/domain/languages.ts';

/**
 * The language of an answer: the cookie `lang`, else the first of `Accept-Language` that we speak, else
 * English.
 */
export function languageOf({ headers }: { headers: IncomingHttpHeaders }): Lang {
  const chosen = /(?:^|;\s*)lang=(en|ar)\s*(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  if (chosen === 'en' || chosen === 'ar') return chosen;
  const accepted = headers['accept-language'] ?? '';
  const ranked = accepted
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';');
      const q = params.find((p) => p.trim().startsWith('q='));
      return { lang: tag.trim().slice(0, 2).toLowerCase(), weight: q ? Number(q.trim().slice(2)) || 0 : 1 };
    })
    .filter((entry) => entry.weight > 0)
    .sort((a, b) => b.weight - a.weight);
  const found = ranked.find((entry) => entry.lang === 'en' || entry.lang === 'ar');
  return found?.lang === 'ar' ? 'ar' : 'en';
}
