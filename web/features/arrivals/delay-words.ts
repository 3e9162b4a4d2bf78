import type { DelaysNow } from '#shared/domain/visits/queue.ts';
import { t } from '#web/i18n.ts';

export const formatWalkInDelay = ({ walkIn }: DelaysNow): string =>
  walkIn > 0 ? t('staff.delay.walkIn', { n: walkIn }) : t('staff.delay.noWait');

export const formatBookedDelay = ({ booked }: DelaysNow): string =>
  booked > 0 ? t('staff.delay.booked', { n: booked }) : t('staff.delay.bookedOnTime');
