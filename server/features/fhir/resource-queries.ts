import type { HealthcareService, PractitionerRole, Schedule, Slot } from 'fhir/r4';
import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { createYield } from '#server/engine/tasks/yield-to-event-loop.ts';
import type { FhirType } from '#shared/contract/connections/fhir.ts';
import { readInstant } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { appointmentPage, appointmentResource } from './appointment-queries.ts';
import { patientPage, patientWithId } from './patient-queries.ts';
import {
  branchSchedules,
  healthcareServices,
  locations,
  organizations,
  practitionerRoles,
  practitioners,
  type Resource,
  readScheduleId,
  scheduleIdOf,
  schedules,
  withChanges,
} from './place-queries.ts';
import { type Edge, idIn, instantsAsked, isWithin, type Search } from './search-queries.ts';
import { freeSlotsOf, readSlotId, slotOf } from './slot-queries.ts';

interface Page {
  readonly resources: readonly Resource[];
  /** Cursor of the next page. */
  readonly next: readonly (string | number)[] | null;
  /** There are more results, but no next page. */
  readonly isCut?: boolean;
}
type InMemory = Exclude<FhirType, 'Patient' | 'Appointment' | 'Slot'>;

const lists: Record<InMemory, (deps: Deps) => Promise<Resource[]>> = {
  Organization: organizations,
  Location: locations,
  HealthcareService: healthcareServices,
  Practitioner: practitioners,
  PractitionerRole: practitionerRoles,
  Schedule: schedules,
};

const references = (list: readonly { reference?: string }[] | undefined): string[] =>
  (list ?? []).flatMap(({ reference }) => reference ?? []);
const starts = (name: string | undefined, value: string): boolean =>
  (name ?? '').toLowerCase().startsWith(value.trim().toLowerCase());
const among = (held: readonly string[], value: string, types: readonly FhirType[]): boolean =>
  types.some((type) => held.includes(`${type}/${idIn(value, type) ?? ''}`));

/** Whether a resource matches a value of a parameter. */
const fits: Record<string, (resource: Resource, value: string) => boolean> = {
  _id: ({ id }, value) => id === value,
  name: (resource, value) =>
    resource.resourceType === 'Practitioner'
      ? (resource.name ?? []).some(({ text }) => (text ?? '').toLowerCase().includes(value.toLowerCase()))
      : 'name' in resource && typeof resource.name === 'string' && starts(resource.name, value),
  location: (resource, value) =>
    among(references((resource as HealthcareService | PractitionerRole).location), value, ['Location']),
  practitioner: (resource, value) =>
    among(references([(resource as PractitionerRole).practitioner ?? {}]), value, ['Practitioner']),
  actor: (resource, value) =>
    among(references((resource as Schedule).actor), value, ['Location', 'Practitioner']),
  'service-type': (resource, value) =>
    ((resource as Schedule).serviceType ?? []).some(({ coding }) =>
      coding?.some(({ code }) => code === value.split('|').at(-1)),
    ),
  schedule: (resource, value) => among(references([(resource as Slot).schedule]), value, ['Schedule']),
  status: (resource, value) => (resource as Slot).status === value,
};

/**
 * The slots of the requested schedules, else of every branch, computed one by one; other requests run in
 * between.
 */
async function* slots(deps: Deps, search: Search): AsyncGenerator<Slot> {
  const nextTurn = createYield();
  const asked = search.asked.get('schedule')?.flat();
  const known = new Set((await (asked ? schedules : branchSchedules)(deps)).map(({ id }) => id ?? ''));
  const ids = asked ? asked.flatMap((value) => idIn(value, 'Schedule') ?? []) : [...known];
  const wanted = [...new Set(ids)].filter((id) => known.has(id)).flatMap((id) => readScheduleId(id) ?? []);
  const edges = instantsAsked(search, 'start');
  for (const of of wanted) {
    await nextTurn();
    for (const one of await freeSlotsOf(deps, of)) {
      if (edges.every((edge) => isWithin(edge, one.start))) yield slotOf(one);
      await nextTurn();
    }
  }
}

const inMemory = async (deps: Deps, search: Search): Promise<Iterable<Resource> | AsyncIterable<Resource>> =>
  search.type === 'Slot'
    ? slots(deps, search)
    : withChanges(deps, await lists[search.type as InMemory](deps));

function isChangedOn({ meta }: Resource, edge: Edge<Date>): boolean {
  const at = readInstant(meta?.lastUpdated ?? '');
  return at !== null && isWithin(edge, at);
}

/** Ranges: values of these parameters are not compared one by one. */
const dated = ['start', '_lastUpdated'];

async function memoryPage(deps: Deps, search: Search): Promise<Page> {
  const changed = instantsAsked(search, '_lastUpdated');
  const isMeant = (resource: Resource): boolean =>
    changed.every((edge) => isChangedOn(resource, edge)) &&
    [...search.asked].every(
      ([name, times]) =>
        dated.includes(name) ||
        times.every((values) => values.some((value) => fits[name]?.(resource, value))),
    );
  const from = Number(search.after?.[0] ?? 0);
  const to = from + search.count;
  const found: Resource[] = [];
  for await (const resource of await inMemory(deps, search)) {
    if (isMeant(resource)) found.push(resource);
    if (found.length > to) break;
  }
  return { resources: found.slice(from, to), next: to < found.length ? [to] : null };
}

export function pageOf(deps: Deps, viewer: Viewer, search: Search): Promise<Page> {
  if (search.type === 'Patient') return patientPage(deps, viewer, search);
  if (search.type === 'Appointment') return appointmentPage(deps, viewer, search);
  return memoryPage(deps, search);
}

export async function resourceWithId(
  deps: Deps,
  viewer: Viewer,
  type: FhirType,
  id: string,
): Promise<Resource> {
  if (type === 'Patient' || type === 'Appointment') {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw new Refusal('not_found');
    return (type === 'Patient' ? patientWithId : appointmentResource)(deps, viewer, Number(id));
  }
  const slot = type === 'Slot' ? readSlotId(id) : null;
  if (type === 'Slot' && !slot) throw new Refusal('not_found');
  const asked = new Map(slot ? [['schedule', [[scheduleIdOf(slot)]]]] : []);
  for await (const resource of await inMemory(deps, { type, asked, count: 1, after: null }))
    if (resource.id === id) return resource;
  throw new Refusal('not_found');
}
