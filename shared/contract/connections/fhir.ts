import type { FhirScope } from '../../domain/key-scopes.ts';

/* Supported resources of HL7 FHIR R4 at /fhir/R4, and their search parameters besides `_id`. */

export const fhirRoot = '/fhir/R4';
/** Rows per page: default and maximum. */
export const fhirPage = { usual: 50, most: 200 };
/** Maximum number of values of all parameters of a search together. */
export const fhirMostAsked = 50;

type Kind = 'string' | 'token' | 'reference' | 'date';
/** Slots do not have it: free slots are computed on request, so no change time is stored. */
const changed = { _lastUpdated: 'date' } as const;
export const fhirSearch = {
  Organization: { name: 'string', ...changed },
  Location: { name: 'string', ...changed },
  HealthcareService: { name: 'string', location: 'reference', ...changed },
  Practitioner: { name: 'string', ...changed },
  PractitionerRole: { practitioner: 'reference', location: 'reference', ...changed },
  Schedule: { actor: 'reference', 'service-type': 'token', ...changed },
  Slot: { schedule: 'reference', start: 'date', status: 'token' },
  Patient: {
    identifier: 'token',
    name: 'string',
    phone: 'token',
    email: 'token',
    birthdate: 'date',
    ...changed,
  },
  Appointment: {
    patient: 'reference',
    practitioner: 'reference',
    location: 'reference',
    date: 'date',
    status: 'token',
    ...changed,
  },
} as const satisfies Record<string, Readonly<Record<string, Kind>>>;

export type FhirType = keyof typeof fhirSearch;
export const fhirTypes = Object.keys(fhirSearch) as FhirType[];
export const isFhirType = (name: string): name is FhirType => Object.hasOwn(fhirSearch, name);
/** Scope that an API key needs to read and search a resource. */
export const readScopeOf = (type: FhirType): FhirScope => `system/${type}.rs`;
/** Scope that an API key needs to book and cancel appointments. */
export const bookScope: FhirScope = 'system/Appointment.cu';
