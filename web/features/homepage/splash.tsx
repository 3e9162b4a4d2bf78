import type { PublicContent } from '#shared/page.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { Lotus } from '#web/ui/drawings/lotus.tsx';
import { Rings } from '#web/ui/drawings/rings.tsx';
import { curlApostrophes, getClinicName } from './clinic-name.ts';

/**
 * Shows the clinic's name over the rendered page for 4 seconds, then fades out. Visible only while the
 * document has `data-splash`; the page's first script removes it on any key, touch or click, and for the rest
 * of the session.
 */
export function Splash({ content }: { content: PublicContent }) {
  const { brand } = content.homepage;
  return (
    <div aria-hidden="true" className="splash">
      <Rings className="absolute bottom-0 start-[calc(50%-min(600px,100vw))] w-[min(1200px,200vw)]" />
      <div className="relative grid justify-items-center gap-2 p-6">
        <Lotus className="splash-lotus h-auto w-[190px]" />
        <p className="display mt-[14px] text-[clamp(2.5rem,6vw,4.25rem)] font-[360]">
          {curlApostrophes(getClinicName(content))}
        </p>
        <p className="text-lead text-on-deep-2">{pickLanguage(brand.tagline, brand.taglineAr)}</p>
        <span className="splash-bar" />
      </div>
      <p className="absolute inset-x-6 bottom-8 text-small text-on-deep-2">{t('public.splash.skip')}</p>
    </div>
  );
}
