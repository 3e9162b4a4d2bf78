import type { FastifyInstance } from 'fastify';
import { dirOf, type Lang, localPath } from '#shared/domain/languages.ts';
import { say } from '#shared/messages/dictionaries.ts';

const icon = (size: number, purpose?: string) => ({
  src: `/icon-${purpose ? `${purpose}-` : ''}${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...(purpose ? { purpose } : {}),
});

/** The web app manifest in one language, with the clinic's name from the settings. */
export function buildWebManifest(lang: Lang, name: string): object {
  return {
    id: '/',
    name,
    short_name: name.split(' ')[0],
    description: say(lang, 'public.meta.description'),
    lang,
    dir: dirOf(lang),
    start_url: localPath('/', lang),
    scope: '/',
    display: 'standalone',
    background_color: '#FBF7F2',
    theme_color: '#FBF7F2',
    categories: ['health', 'medical'],
    icons: [
      icon(192),
      icon(512),
      icon(512, 'maskable'),
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [
      {
        name: say(lang, 'public.app.shortcutBook'),
        url: localPath('/book', lang),
        icons: [icon(192)],
      },
      { name: say(lang, 'public.app.shortcutProfile'), url: '/profile?tab=appointments', icons: [icon(192)] },
    ],
  };
}

/** `named` returns the clinic's current name. */
export function manifestRoutes(
  app: FastifyInstance,
  named: () => Promise<{ name: string; nameAr: string | null }>,
): void {
  const files: [string, Lang][] = [
    ['/manifest.webmanifest', 'en'],
    ['/manifest-ar.webmanifest', 'ar'],
  ];
  for (const [address, lang] of files) {
    app.get(address, { schema: { hide: true } }, async (_request, reply) => {
      const { name, nameAr } = await named();
      return reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(JSON.stringify(buildWebManifest(lang, lang === 'ar' && nameAr ? nameAr : name)));
    });
  }
}
