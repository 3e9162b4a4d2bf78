import { t } from '#web/i18n.ts';
import { Island } from '#web/islands/island.tsx';
import type { PageModule } from '#web/pages/page.ts';
import { CardPage } from './card-page.tsx';
import { island as hereIsland } from './here.island.tsx';

/** Where a branch's printed poster leads: the same page for every poster, which names nobody. */
export const herePage: PageModule = {
  look: 'staff',
  title: () => t('booking.today.here'),
  Page: (page) => (
    <CardPage page={page} title={t('booking.today.here')}>
      <Island of={hereIsland} props={{}} start="load" className="grid gap-5" />
    </CardPage>
  ),
};
