import type { FhirScope } from '../../domain/key-scopes.ts';

/* What is spoken of HL7 FHIR R4 at /fhir/R4, and how each resource may be searched besides `_id`. */

export const fhirRoot = '/fhir/R4';
/** Rows of a page, where nothing is asked, and at most. */
export const fhirPage = { usual: 50, most: 200 };
/** Values of all parameters of a search together. */
export const fhirMostAsked = 50;

type Kind = 'string' | 'token' | 'reference' | 'date';
/** A free slot is reckoned when it is asked for: nobody wrote down when it became free. */
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
/** By which scope of a key a resource is read and searched. */
export const readScopeOf = (type: FhirType): FhirScope => `system/${type}.rs`;
/** By which visits are booked and cancelled. */
export const bookScope: FhirScope = 'system/Appointment.cu';
