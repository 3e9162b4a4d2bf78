import type { ReactNode } from 'react';
import { localPath } from '#shared/domain/languages.ts';
import { t } from '#web/i18n.ts';
import type { PageProps } from '#web/pages/page.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { SiteLayout } from './site-layout.tsx';

interface CardPageProps {
  page: PageProps;
  /** Heading of the page, if the card has none. */
  title?: string;
  children: ReactNode;
}

/** A page with one card, mostly opened from a link in a message, and a link to the home page at the end. */
export function CardPage({ page, title, children }: CardPageProps) {
  return (
    <SiteLayout page={page}>
      <div className="px-gutter py-[clamp(32px,6vw,88px)]">
        <Card className="mx-auto grid max-w-[560px] gap-5 rounded-dialog! px-5 py-8 shadow-panel md:p-10">
          {title && <h1 className="text-[1.875rem] arabic:text-[2.3rem]">{title}</h1>}
          {children}
          <ButtonLink kind="gho" block href={localPath('/', page.lang)}>
            {t('common.nav.backToHome')}
          </ButtonLink>
        </Card>
      </div>
    </SiteLayout>
  );
}
