import type { Homepage } from '#shared/contract/homepage.ts';
import { pickLanguage } from '#web/i18n.ts';

/** The clinic's hours with each range on its own line, so that no range wraps. */
export const splitHoursByLine = ({ workingHours, workingHoursAr }: Homepage['contact']): string =>
  pickLanguage(workingHours, workingHoursAr).replace(/[,،] /g, '\n');
