import { sql } from 'drizzle-orm';
import type {
  Bundle,
  HealthcareService,
  Location,
  Organization,
  Practitioner,
  PractitionerRole,
  Reference,
  Schedule,
} from 'fhir/r4';
import type { Deps } from '#server/deps.ts';
import { currentDoctors } from '#server/features/doctors/queries.ts';
import { currentHours } from '#server/features/locations/hours-queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentServices } from '#server/features/services/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type * as places from '#shared/contract/locations.ts';
import { addDays, dayClock, startOfDay } from '#shared/domain/clinic-time.ts';

/* The clinic's branches, services, doctors and schedules, from the cache. */

export type Resource = NonNullable<NonNullable<Bundle['entry']>[number]['resource']>;

/** Prefix of reference codes and the clinic's address, which identifiers use. */
export async function loadNumbering(deps: Deps): Promise<{ publicUrl: string; prefix: string }> {
  const { prefix } = await currentSettings(deps);
  return { publicUrl: deps.config.PUBLIC_URL, prefix };
}
export type IdentifierContext = Awaited<ReturnType<typeof loadNumbering>>;

export const clinicReference: Reference = { reference: 'Organization/clinic' };
/** An Arabic name beside the English one. */
const alias = (nameAr: string | null) => (nameAr ? { alias: [nameAr] } : {});

export async function organizations(deps: Deps): Promise<Organization[]> {
  const { name, nameAr } = await currentSettings(deps);
  return [{ resourceType: 'Organization', id: 'clinic', active: true, name, ...alias(nameAr) }];
}

const toFhirLocation = ({ id, name, nameAr, address, phone }: places.Location): Location => ({
  resourceType: 'Location',
  id: String(id),
  status: 'active',
  mode: 'instance',
  name,
  ...alias(nameAr),
  ...(phone ? { telecom: [{ system: 'phone', value: phone, use: 'work' }] } : {}),
  address: { use: 'work', text: address, country: 'EG' },
  managingOrganization: clinicReference,
});

export const loadFhirLocations = async (deps: Deps): Promise<Location[]> =>
  (await currentLocations(deps)).map(toFhirLocation);

export async function healthcareServices(deps: Deps): Promise<HealthcareService[]> {
  const everywhere = (await currentLocations(deps)).map(({ id }) => ({ reference: `Location/${id}` }));
  return (await currentServices(deps)).map(({ id, name, description }) => ({
    resourceType: 'HealthcareService',
    id: String(id),
    active: true,
    providedBy: clinicReference,
    name,
    ...(description ? { comment: description } : {}),
    ...(everywhere.length > 0 ? { location: everywhere } : {}),
  }));
}

export const practitioners = async (deps: Deps): Promise<Practitioner[]> =>
  (await currentDoctors(deps)).map(({ id, name, title, gender }) => ({
    resourceType: 'Practitioner',
    id: String(id),
    active: true,
    name: [{ text: title ? `${title} ${name}` : name }],
    ...(gender ? { gender } : {}),
  }));

export const practitionerRoles = async (deps: Deps): Promise<PractitionerRole[]> =>
  (await currentDoctors(deps)).flatMap(({ id, speciality, locationIds }) =>
    locationIds.map((locationId) => ({
      resourceType: 'PractitionerRole' as const,
      id: `${id}-${locationId}`,
      active: true,
      practitioner: { reference: `Practitioner/${id}` },
      organization: clinicReference,
      location: [{ reference: `Location/${locationId}` }],
      ...(speciality ? { specialty: [{ text: speciality }] } : {}),
    })),
  );

interface LastChanges {
  /** The clinic itself. */
  readonly clinic: Date | undefined;
  readonly branches: ReadonlyMap<number, Date>;
  readonly services: ReadonlyMap<number, Date>;
  readonly doctors: ReadonlyMap<number, Date>;
}

/** Time of the last change of these subjects, including deletions. */
async function loadLastChanges({ db }: Pick<Deps, 'db'>): Promise<LastChanges> {
  const { rows } = await db.execute<{ of: keyof LastChanges; id: number; at: Date }>(sql`
    select 'branches' as of, id, updated_at as at from locations
    union all select 'services', id, updated_at from services
    union all select 'doctors', u.id, greatest(u.updated_at, s.updated_at)
      from users u left join staff s on s.user_id = u.id where u.role = 'doctor'
    union all select 'clinic', 0, coalesce(
      (select created_at from content_versions where key = 'settings' order by id desc limit 1),
      (select created_at from users order by id limit 1))`);
  const of = (what: keyof LastChanges) =>
    new Map(rows.flatMap((row) => (row.of === what ? [[row.id, row.at] as const] : [])));
  return {
    clinic: of('clinic').get(0),
    branches: of('branches'),
    services: of('services'),
    doctors: of('doctors'),
  };
}
const latestDate = (dates: readonly (Date | undefined)[]): Date | undefined =>
  dates.reduce((last, at) => (at && (!last || at > last) ? at : last), undefined);

/** Each resource of the clinic with its last change, including changes of data that it refers to. */
export async function addLastUpdated(deps: Deps, resources: readonly Resource[]): Promise<Resource[]> {
  const { clinic, branches, services, doctors } = await loadLastChanges(deps);
  const today = startOfDay(dayClock(deps.now()).date);
  const changed = (resource: Resource): Date | undefined => {
    const id = Number(/^\d+/.exec(resource.id ?? '')?.[0]);
    switch (resource.resourceType) {
      case 'Organization':
        return clinic;
      case 'Location':
        return branches.get(id);
      case 'HealthcareService':
        return latestDate([services.get(id), ...branches.values()]);
      case 'Practitioner':
      case 'PractitionerRole':
        return doctors.get(id);
      default: {
        // The period of a schedule: it moves on by a day every day.
        const doctor = doctors.get(readScheduleId(resource.id ?? '')?.doctorId ?? 0);
        return latestDate([today, clinic, branches.get(id), doctor, ...services.values()]);
      }
    }
  };
  return resources.map((resource) => {
    const at = changed(resource);
    return at ? { ...resource, meta: { lastUpdated: at.toISOString() } } : resource;
  });
}

/** Meaning of a schedule: appointments of a length at a branch, with any doctor or with one. */
export interface ScheduleId {
  readonly locationId: number;
  readonly minutes: number;
  readonly doctorId?: number | undefined;
}
export const formatScheduleId = ({ locationId, minutes, doctorId }: ScheduleId): string =>
  [locationId, minutes, ...(doctorId === undefined ? [] : [doctorId])].join('-');

export function readScheduleId(id: string): ScheduleId | null {
  const [, locationId, minutes, doctorId] = /^(\d{1,9})-(\d{1,3})(?:-(\d{1,9}))?$/.exec(id) ?? [];
  if (locationId === undefined) return null;
  const whose = doctorId === undefined ? {} : { doctorId: Number(doctorId) };
  return { locationId: Number(locationId), minutes: Number(minutes), ...whose };
}

/** One schedule for each branch and length: a free time is long enough for its length. */
export async function branchSchedules(deps: Deps): Promise<Schedule[]> {
  const { daysAhead } = await currentSettings(deps);
  const offered = await currentServices(deps);
  const { date: today } = dayClock(deps.now());
  const planningHorizon = {
    start: startOfDay(today).toISOString(),
    end: startOfDay(addDays(today, daysAhead + 1)).toISOString(),
  };
  const lengths = [...new Set(offered.map(({ durationMinutes }) => durationMinutes))];
  return (await currentLocations(deps)).flatMap(({ id: locationId }) =>
    lengths.map((minutes) => ({
      resourceType: 'Schedule' as const,
      id: formatScheduleId({ locationId, minutes }),
      active: true,
      serviceType: offered
        .filter(({ durationMinutes }) => durationMinutes === minutes)
        .map(({ id, name }) => ({ coding: [{ code: String(id), display: name }], text: name })),
      actor: [{ reference: `Location/${locationId}` }],
      planningHorizon,
    })),
  );
}

/** Those, and one for each doctor where doctors are booked. */
export async function schedules(deps: Deps): Promise<Schedule[]> {
  const byBranch = await branchSchedules(deps);
  const doctors = new Map<number, number[]>();
  for (const { id, bookedBy } of await currentLocations(deps))
    if (bookedBy === 'doctor')
      doctors.set(id, [...new Set(((await currentHours(deps, id))?.duties ?? []).map((d) => d.doctorId))]);
  return byBranch.flatMap((schedule) => {
    const of = readScheduleId(schedule.id ?? '');
    const hers = (of && doctors.get(of.locationId)) ?? [];
    return [
      schedule,
      ...hers.map((doctorId) => ({
        ...schedule,
        id: `${schedule.id}-${doctorId}`,
        actor: [...schedule.actor, { reference: `Practitioner/${doctorId}` }],
      })),
    ];
  });
}
