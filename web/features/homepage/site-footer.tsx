import type { ReactNode } from 'react';
import type { PublicContent } from '#shared/page.ts';
import { formatNumberInLang, pickLanguage, t } from '#web/i18n.ts';
import { Brand } from '#web/ui/frame/brand.tsx';
import { callHref } from '#web/ui/phone/phone-links.ts';
import { getClinicName, splitBrandName } from './clinic-name.ts';
import { splitHoursByLine } from './hours-in-lines.ts';

const quickLinks = ['home', 'about', 'services', 'locations', 'book'] as const;
const legalPages = ['privacy', 'terms', 'accessibility'] as const;

interface SiteFooterProps {
  content: PublicContent;
  /** Prefix of anchors: empty on the home page, its path elsewhere. */
  anchors: string;
  home: string;
  /** Path of a page in the current language. */
  pathOf: (path: string) => string;
  /** Today's date at the clinic. */
  today: string;
}

export function SiteFooter({ content, anchors, home, pathOf, today }: SiteFooterProps) {
  const { contact, brand } = content.homepage;
  const { name, line } = splitBrandName(content);
  const logo = brand.logo ? (
    <img src={brand.logo} alt="" className="h-[42px] w-auto max-w-24 object-contain" />
  ) : undefined;
  const year = today.slice(0, 4).replace(/\d/g, (digit) => formatNumberInLang(Number(digit)));
  return (
    <footer className="overflow-hidden bg-footer pt-[52px] pb-7 text-on-deep lg:pt-[72px]">
      <div className="wrap">
        <div className="grid grid-cols-2 gap-10 lg:grid-cols-[1.6fr_.8fr_1.2fr_1.3fr]">
          <div className="brand-mark-light max-lg:col-span-full">
            <Brand
              href={home}
              name={name}
              line={line && <span className="text-on-deep-2">{line}</span>}
              mark={logo}
            />
            <p className="mt-[18px] max-w-[36ch] text-ui text-on-deep-2">{t('public.footer.blurb')}</p>
          </div>
          <Column title={t('public.footer.quickLinks')}>
            {quickLinks.map((section) => (
              <Row key={section} href={`${anchors}#${section}`}>
                {t(`common.nav.${section}`)}
              </Row>
            ))}
            {content.doctors.length > 0 && <Row href={pathOf('/doctors')}>{t('public.doctors.title')}</Row>}
          </Column>
          <Column title={t('public.footer.services')}>
            {content.services.map((service) => (
              <Row key={service.id} href={`${anchors}#services`}>
                {pickLanguage(service.name, service.nameAr)}
              </Row>
            ))}
          </Column>
          <Column title={t('public.footer.contact')} className="max-lg:col-span-full">
            {contact.phone1 && (
              <Row href={callHref(contact.phone1)}>
                <span className="ltr num">{contact.phone1}</span>
              </Row>
            )}
            {contact.email1 && (
              <Row href={`mailto:${contact.email1}`}>
                <span className="ltr">{contact.email1}</span>
              </Row>
            )}
            <li className="pt-2 text-ui leading-[1.5] whitespace-pre-line text-on-deep-2">
              {splitHoursByLine(contact)}
            </li>
          </Column>
        </div>
        <div className="mt-12 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-on-deep/15 pt-4 text-small text-on-deep-2">
          <p>{t('public.footer.copyright', { year, name: getClinicName(content) })}</p>
          <ul className="flex flex-wrap gap-x-5">
            {legalPages.map((page) => (
              <Row key={page} href={pathOf(`/${page}`)}>
                {t(`public.footer.${page}`)}
              </Row>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

function Column({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <h2 className="mb-3 font-text text-small leading-snug font-strong tracking-[0] text-on-deep-accent">
        {title}
      </h2>
      <ul>{children}</ul>
    </div>
  );
}

function Row({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <a
        href={href}
        className="inline-flex min-h-tap min-w-tap items-center text-ui leading-ui text-on-deep-2 underline-offset-4 hover:text-on-deep hover:underline lg:min-h-9"
      >
        {children}
      </a>
    </li>
  );
}
