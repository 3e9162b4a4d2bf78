import { isArabicAddress, localPath } from '#shared/domain/languages.ts';

/**
 * The redirect target after `?lang=` was saved: the page's address in that language, always on this site
 * (`//elsewhere` is not).
 */
export function withoutLang(url: string): string {
  const [path = '/', query = ''] = url.split('?', 2);
  const params = new URLSearchParams(query);
  const lang = params.get('lang');
  params.delete('lang');
  const bare = (path === '/ar' ? '/' : path.replace(/^\/ar\//, '/')).replace(/^[/\\]*/, '/');
  const isPublic = path === '/' || isArabicAddress(path);
  const target = lang === 'ar' && isPublic ? localPath(bare, 'ar') : bare;
  return params.size > 0 ? `${target}?${params.toString()}` : target;
}

export function arabicAddress(url: string): string {
  const [path = '/', query] = url.split('?', 2);
  const target = localPath(path, 'ar');
  return query === undefined ? target : `${target}?${query}`;
}
