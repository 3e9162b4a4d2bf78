import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { CardPage } from './card-page.tsx';
import { island as hereIsland } from './here.island.tsx';

/** Target of a branch's printed poster: the same page for every poster, without personal data. */
export const herePage: PageModule = {
  look: 'staff',
  title: () => t('booking.today.here'),
  Page: (page) => (
    <CardPage page={page} title={t('booking.today.here')}>
      <Island of={hereIsland} props={{}} start="load" className="grid gap-5" />
    </CardPage>
  ),
};
