import type { IncomingHttpHeaders } from 'node:http';
import { cookieValue } from '#shared/cookies.ts';
import { isArabicAddress, type Lang, langs } from '#shared/domain/languages.ts';

/**
 * The language of an answer: the cookie `lang`, else the first supported one of `Accept-Language`, else
 * English.
 */
export function negotiateLanguage({ headers }: { headers: IncomingHttpHeaders }): Lang {
  const cookie = cookieValue(headers.cookie ?? '', 'lang');
  const chosen = langs.find((lang) => lang === cookie);
  if (chosen) return chosen;
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
  return ranked.flatMap((entry) => langs.find((lang) => lang === entry.lang) ?? [])[0] ?? 'en';
}

/** The language of a page, also of a missing one: an Arabic address is Arabic for everybody. */
export function choosePageLanguage(request: {
  url?: string | undefined;
  headers: IncomingHttpHeaders;
}): Lang {
  return isArabicAddress(request.url ?? '') ? 'ar' : negotiateLanguage(request);
}
