import type { LegalSection } from '#shared/contract/homepage.ts';
import { getClinicName } from '#web/features/homepage/clinic-name.ts';
import { pickLanguage, t } from '#web/i18n.ts';
import type { PageModule } from '#web/pages/page.ts';
import { SiteLayout } from './site-layout.tsx';

/** Privacy notice, terms and accessibility statement: one layout with the clinic's texts. */
export const legalPage = (section: LegalSection): PageModule => ({
  look: 'public',
  title: ({ content }) =>
    `${pickLanguage(content.legal[section].title, content.legal[section].titleAr)} · ${getClinicName(content)}`,
  description: ({ content }) =>
    pickLanguage(
      content.legal[section].sections[0]?.body ?? '',
      content.legal[section].sections[0]?.bodyAr,
    ).slice(0, 155),
  Page: (page) => {
    const { title, titleAr, sections } = page.content.legal[section];
    return (
      <SiteLayout page={page}>
        <div className="wrap grid gap-[clamp(32px,6vw,96px)] py-section lg:grid-cols-[minmax(0,260px)_minmax(0,720px)]">
          <h1 className="lg:col-span-full">{pickLanguage(title, titleAr)}</h1>
          {sections.length > 1 && (
            <nav aria-labelledby="legal-contents" className="self-start lg:sticky lg:top-28">
              <h2
                id="legal-contents"
                className="mb-2 font-text text-small font-strong tracking-[0] text-ink-2"
              >
                {t('public.legal.contents')}
              </h2>
              <ol className="grid">
                {sections.map(({ heading, headingAr }, index) => (
                  <li key={heading}>
                    <a
                      href={`#part-${index + 1}`}
                      className="flex min-h-tap items-center border-b border-line text-ui leading-snug hover:text-accent"
                    >
                      {pickLanguage(heading, headingAr)}
                    </a>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <div className="grid content-start gap-10">
            {sections.map(({ heading, headingAr, body, bodyAr }, index) => (
              <section key={heading} aria-labelledby={`part-${index + 1}`}>
                <h2 id={`part-${index + 1}`} className="mb-3">
                  {pickLanguage(heading, headingAr)}
                </h2>
                <p className="whitespace-pre-line text-ink-2">{pickLanguage(body, bodyAr)}</p>
              </section>
            ))}
          </div>
        </div>
      </SiteLayout>
    );
  },
});
