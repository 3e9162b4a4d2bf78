import { branchesNow } from '#shared/contract/arrivals.ts';
import { getWaiting } from '#shared/contract/insights.ts';
import { listLocations } from '#shared/contract/locations.ts';
import { listServices } from '#shared/contract/services.ts';
import { listSavedFilters, ownPlace } from '#shared/contract/staff.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { addressOf } from '#web/api/client.ts';
import { firstListOf } from '#web/features/appointments/list/use-appointment-list.ts';

/** What nearly every page of the staff speaks of: branches, services, and where she works. */
export const names = [listLocations, listServices, ownPlace].map((spec) => addressOf(spec));

/** What the frame of any other page waits for: in Arabic her name is as her place says it. */
export const frameReads = (lang: Lang): string[] => (lang === 'ar' ? [addressOf(ownPlace)] : []);

/** The list of a week's visits, with what stands around it. */
export const listReads = (today: string): string[] => [
  addressOf(branchesNow),
  addressOf(listSavedFilters),
  firstListOf(today),
];

/** What the top of a dashboard waits for. */
export const dashboardReads = [addressOf(getWaiting), ...names];
