import type { DelaysNow } from '#shared/domain/visits/queue.ts';
import { t } from '#web/i18n.ts';

export const walkInDelayWords = ({ walkIn }: DelaysNow): string =>
  walkIn > 0 ? t('staff.delay.walkIn', { n: walkIn }) : t('staff.delay.noWait');

export const bookedDelayWords = ({ booked }: DelaysNow): string =>
  booked > 0 ? t('staff.delay.booked', { n: booked }) : t('staff.delay.bookedOnTime');
