import type { HealthcareService, PractitionerRole, Schedule, Slot } from 'fhir/r4';
import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { createYield } from '#server/engine/tasks/yield-to-event-loop.ts';
import type { FhirType } from '#shared/contract/connections/fhir.ts';
import { readInstant } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { openFhirAppointment, searchAppointments } from './appointment-queries.ts';
import {
  addLastUpdated,
  branchSchedules,
  formatScheduleId,
  healthcareServices,
  loadFhirLocations,
  organizations,
  practitionerRoles,
  practitioners,
  type Resource,
  readScheduleId,
  schedules,
} from './clinic-queries.ts';
import { loadFhirPatient, searchPatients } from './patient-queries.ts';
import {
  type Edge,
  isInstantWithin,
  parseReferenceId,
  requestedInstants,
  type Search,
} from './search-queries.ts';
import { loadFreeSlots, readSlotId, toFhirSlot } from './slot-queries.ts';

interface ResourcePage {
  readonly resources: readonly Resource[];
  /** Cursor of the next page. */
  readonly next: readonly (string | number)[] | null;
  /** There are more results, but no next page. */
  readonly isCut?: boolean;
}
type InMemoryType = Exclude<FhirType, 'Patient' | 'Appointment' | 'Slot'>;

const loaderByType: Record<InMemoryType, (deps: Deps) => Promise<Resource[]>> = {
  Organization: organizations,
  Location: loadFhirLocations,
  HealthcareService: healthcareServices,
  Practitioner: practitioners,
  PractitionerRole: practitionerRoles,
  Schedule: schedules,
};

const referenceStrings = (list: readonly { reference?: string }[] | undefined): string[] =>
  (list ?? []).flatMap(({ reference }) => reference ?? []);
const startsWithText = (name: string | undefined, value: string): boolean =>
  (name ?? '').toLowerCase().startsWith(value.trim().toLowerCase());
const refersToAny = (held: readonly string[], value: string, types: readonly FhirType[]): boolean =>
  types.some((type) => held.includes(`${type}/${parseReferenceId(value, type) ?? ''}`));

/** Whether a resource matches a value of a parameter. */
const matcherByParameter: Record<string, (resource: Resource, value: string) => boolean> = {
  _id: ({ id }, value) => id === value,
  name: (resource, value) =>
    resource.resourceType === 'Practitioner'
      ? (resource.name ?? []).some(({ text }) => (text ?? '').toLowerCase().includes(value.toLowerCase()))
      : 'name' in resource && typeof resource.name === 'string' && startsWithText(resource.name, value),
  location: (resource, value) =>
    refersToAny(referenceStrings((resource as HealthcareService | PractitionerRole).location), value, [
      'Location',
    ]),
  practitioner: (resource, value) =>
    refersToAny(referenceStrings([(resource as PractitionerRole).practitioner ?? {}]), value, [
      'Practitioner',
    ]),
  actor: (resource, value) =>
    refersToAny(referenceStrings((resource as Schedule).actor), value, ['Location', 'Practitioner']),
  'service-type': (resource, value) =>
    ((resource as Schedule).serviceType ?? []).some(({ coding }) =>
      coding?.some(({ code }) => code === value.split('|').at(-1)),
    ),
  schedule: (resource, value) =>
    refersToAny(referenceStrings([(resource as Slot).schedule]), value, ['Schedule']),
  status: (resource, value) => (resource as Slot).status === value,
};

/**
 * The slots of the requested schedules, else of every branch, computed one by one; other requests run in
 * between.
 */
async function* generateSlots(deps: Deps, search: Search): AsyncGenerator<Slot> {
  const nextTurn = createYield();
  const asked = search.asked.get('schedule')?.flat();
  const known = new Set((await (asked ? schedules : branchSchedules)(deps)).map(({ id }) => id ?? ''));
  const ids = asked ? asked.flatMap((value) => parseReferenceId(value, 'Schedule') ?? []) : [...known];
  const wanted = [...new Set(ids)].filter((id) => known.has(id)).flatMap((id) => readScheduleId(id) ?? []);
  const edges = requestedInstants(search, 'start');
  for (const of of wanted) {
    await nextTurn();
    for (const one of await loadFreeSlots(deps, of)) {
      if (edges.every((edge) => isInstantWithin(edge, one.start))) yield toFhirSlot(one);
      await nextTurn();
    }
  }
}

const loadInMemoryResources = async (
  deps: Deps,
  search: Search,
): Promise<Iterable<Resource> | AsyncIterable<Resource>> =>
  search.type === 'Slot'
    ? generateSlots(deps, search)
    : addLastUpdated(deps, await loaderByType[search.type as InMemoryType](deps));

function isChangedOn({ meta }: Resource, edge: Edge<Date>): boolean {
  const at = readInstant(meta?.lastUpdated ?? '');
  return at !== null && isInstantWithin(edge, at);
}

/** Ranges: values of these parameters are not compared one by one. */
const rangeParameters = ['start', '_lastUpdated'];

async function searchInMemory(deps: Deps, search: Search): Promise<ResourcePage> {
  const changed = requestedInstants(search, '_lastUpdated');
  const isMeant = (resource: Resource): boolean =>
    changed.every((edge) => isChangedOn(resource, edge)) &&
    [...search.asked].every(
      ([name, times]) =>
        rangeParameters.includes(name) ||
        times.every((values) => values.some((value) => matcherByParameter[name]?.(resource, value))),
    );
  const from = Number(search.after?.[0] ?? 0);
  const to = from + search.count;
  const found: Resource[] = [];
  for await (const resource of await loadInMemoryResources(deps, search)) {
    if (isMeant(resource)) found.push(resource);
    if (found.length > to) break;
  }
  return { resources: found.slice(from, to), next: to < found.length ? [to] : null };
}

export function searchResources(deps: Deps, viewer: Viewer, search: Search): Promise<ResourcePage> {
  if (search.type === 'Patient') return searchPatients(deps, viewer, search);
  if (search.type === 'Appointment') return searchAppointments(deps, viewer, search);
  return searchInMemory(deps, search);
}

export async function findResource(
  deps: Deps,
  viewer: Viewer,
  type: FhirType,
  id: string,
): Promise<Resource> {
  if (type === 'Patient' || type === 'Appointment') {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw new Refusal('not_found');
    return (type === 'Patient' ? loadFhirPatient : openFhirAppointment)(deps, viewer, Number(id));
  }
  const slot = type === 'Slot' ? readSlotId(id) : null;
  if (type === 'Slot' && !slot) throw new Refusal('not_found');
  const asked = new Map(slot ? [['schedule', [[formatScheduleId(slot)]]]] : []);
  for await (const resource of await loadInMemoryResources(deps, { type, asked, count: 1, after: null }))
    if (resource.id === id) return resource;
  throw new Refusal('not_found');
}
