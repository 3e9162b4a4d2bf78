import type { Deps } from '#server/deps.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentServices } from '#server/features/services/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { PublicContent } from '#shared/contract/page.ts';
import { currentHomepage } from './queries.ts';

/** All that public pages are drawn from; every part is kept in memory until it changes. */
export async function publicContent(deps: Deps): Promise<PublicContent> {
  const [site, services, locations, settings] = await Promise.all([
    currentHomepage(deps),
    currentServices(deps),
    currentLocations(deps),
    currentSettings(deps),
  ]);
  const { privacy, terms, accessibility, ...homepage } = site;
  return {
    homepage,
    legal: { privacy, terms, accessibility },
    services,
    locations,
    clinic: {
      name: settings.name,
      nameAr: settings.nameAr,
      consultationStart: settings.consultationStart,
      daysAhead: settings.daysAhead,
      cutoffHours: settings.cutoffHours,
    },
  };
}
