import { branchesNow } from '#shared/contract/arrivals.ts';
import { getWaiting } from '#shared/contract/insights.ts';
import { listLocations } from '#shared/contract/locations.ts';
import { listServices } from '#shared/contract/services.ts';
import { listSavedFilters, ownPlace } from '#shared/contract/staff.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { buildEndpointUrl } from '#web/api/client.ts';
import { buildUnfilteredListUrl } from '#web/features/appointments/list/use-appointment-list.ts';

/**
 * Early reads of nearly every staff page: branches, services, and the place of work of the signed-in user.
 */
export const staffReads = [listLocations, listServices, ownPlace].map((spec) => buildEndpointUrl(spec));

/** Early reads of the shell of any other page: in Arabic the user's name comes from `ownPlace`. */
export const listShellReads = (lang: Lang): string[] => (lang === 'ar' ? [buildEndpointUrl(ownPlace)] : []);

/** Early reads of the list of the week's appointments and the controls around it. */
export const listReads = (today: string): string[] => [
  buildEndpointUrl(branchesNow),
  buildEndpointUrl(listSavedFilters),
  buildUnfilteredListUrl(today),
];

/** Early reads of the top of a dashboard. */
export const dashboardReads = [buildEndpointUrl(getWaiting), ...staffReads];
