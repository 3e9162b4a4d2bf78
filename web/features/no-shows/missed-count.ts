import type { NoShows } from '#shared/contract/desk/no-shows.ts';
import { t } from '#web/i18n.ts';

/** Number of missed appointments that count, and the consequence, as text. */
export const formatMissedCount = ({
  counted,
  waitsForCall,
}: Pick<NoShows, 'counted' | 'waitsForCall'>): string =>
  [
    counted === 0 ? t('staff.missed.none') : t('staff.missed.counted', { n: counted }),
    ...(waitsForCall ? [t('staff.missed.waits')] : []),
  ].join(' ');
