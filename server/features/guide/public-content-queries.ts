import type { Deps } from '#server/deps.ts';
import { loadListedDoctors } from '#server/features/doctors/queries.ts';
import { currentHomepage } from '#server/features/homepage/queries.ts';
import { currentHours } from '#server/features/locations/hours-queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentServices } from '#server/features/services/queries.ts';
import { currentMarks } from '#server/features/settings/mark-queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Location } from '#shared/contract/locations.ts';
import { dayClock, timeOfMinutes } from '#shared/domain/clinic-time.ts';
import { isClosedForGood, listSelectableBranches } from '#shared/domain/visits/closed-branch.ts';
import { windowsOfDay } from '#shared/domain/visits/slots.ts';
import type { ConsultationHours, PublicContent } from '#shared/page.ts';

/** Public hours of a branch's usual week: its shifts, not before the start of consultations. */
async function computeConsultationHours(
  deps: Deps,
  locationId: number,
  consultationStart: string,
): Promise<ConsultationHours[]> {
  const hours = await currentHours(deps, locationId);
  return (hours?.week ?? []).flatMap((shifts, weekday) =>
    windowsOfDay({ shifts, exceptions: [], hasSchedule: true }, consultationStart).map(({ from, to }) => ({
      weekday,
      from: timeOfMinutes(from),
      to: timeOfMinutes(to),
    })),
  );
}

/** A branch that is closed for good has no hours. */
const withoutHours = (location: Location): Location => ({ ...location, openHours: '', openHoursAr: '' });

/** All data of the public pages; every part is cached until it changes. */
export async function loadPublicContent(deps: Deps): Promise<PublicContent> {
  const [site, services, locations, settings, doctors, marks] = await Promise.all([
    currentHomepage(deps),
    currentServices(deps),
    currentLocations(deps),
    currentSettings(deps),
    loadListedDoctors(deps),
    currentMarks(deps),
  ]);
  const today = dayClock(deps.now()).date;
  const isClosed = (location: Location) => isClosedForGood(location, today);
  const week = async (location: Location) =>
    isClosed(location) ? [] : computeConsultationHours(deps, location.id, settings.consultationStart);
  const weeks = await Promise.all(
    locations.map(async (location) => [location.id, await week(location)] as const),
  );
  const { privacy, terms, accessibility, ...homepage } = site;
  return {
    homepage,
    legal: { privacy, terms, accessibility },
    services,
    locations: locations.map((location) => (isClosed(location) ? withoutHours(location) : location)),
    openLocations: listSelectableBranches(locations, today),
    doctors,
    consultations: Object.fromEntries(weeks),
    guideAway: marks.away,
    bookingOpen: marks.bookingOpen,
    clinic: {
      name: settings.name,
      nameAr: settings.nameAr,
      consultationStart: settings.consultationStart,
      daysAhead: settings.daysAhead,
      cutoffHours: settings.cutoffHours,
      noShowsBeforeCall: settings.noShowsBeforeCall,
    },
  };
}
