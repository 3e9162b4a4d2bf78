import type { Homepage } from '#shared/contract/homepage.ts';
import { inLang } from '#web/i18n.ts';

/** The clinic's hours, each range on a line of its own, so that none breaks in the middle. */
export const hoursInLines = ({ workingHours, workingHoursAr }: Homepage['contact']): string =>
  inLang(workingHours, workingHoursAr).replace(/[,،] /g, '\n');
