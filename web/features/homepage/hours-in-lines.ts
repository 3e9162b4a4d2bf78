import type { Homepage } from '#shared/contract/homepage.ts';
import { inLang } from '#web/i18n.ts';

/** The clinic's hours with each range on its own line, so that no range wraps. */
export const hoursInLines = ({ workingHours, workingHoursAr }: Homepage['contact']): string =>
  inLang(workingHours, workingHoursAr).replace(/[,،] /g, '\n');
