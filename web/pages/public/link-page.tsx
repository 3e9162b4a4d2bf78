import { localPath } from '#shared/domain/languages.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { CardPage } from './card-page.tsx';
import { island as linkIsland } from './link.island.tsx';

/**
 * Target of links in messages: the same page for every link, without personal data. The browser requests what
 * the link can do.
 */
export const linkPage: PageModule = {
  look: 'staff',
  title: () => t('public.link.title'),
  Page: (page) => {
    const { lang, today, content } = page;
    const props = {
      lang,
      today,
      daysAhead: content.clinic.daysAhead,
      cutoffHours: content.clinic.cutoffHours,
      branches: content.locations.map(({ id, name, nameAr, phone }) => ({
        id,
        name: pickLanguage(name, nameAr),
        phone,
      })),
      services: content.services.map(({ id, name, nameAr }) => ({ id, name: pickLanguage(name, nameAr) })),
      serviceId: content.services[0]?.id ?? null,
      bookHref: localPath('/book', lang),
    };
    return (
      <CardPage page={page}>
        <Island of={linkIsland} props={props} start="load" className="grid gap-5" />
      </CardPage>
    );
  },
};
