/**
 * Scopes of an API key: subjects of the contract, read or write (`/api`), and FHIR resources in SMART's form
 * (`/fhir/R4`): r reads, s searches, c books, u cancels.
 */
export const apiScopes = [
  'appointments.read',
  'appointments.write',
  'arrivals.read',
  'arrivals.write',
  'patients.read',
  'patients.write',
  'schedules.read',
  'schedules.write',
  'locations.read',
  'locations.write',
  'services.read',
  'services.write',
  'doctors.read',
  'insights.read',
] as const;
export const fhirScopes = [
  'system/Appointment.rs',
  'system/Appointment.cu',
  'system/Patient.rs',
  'system/Practitioner.rs',
  'system/PractitionerRole.rs',
  'system/Organization.rs',
  'system/Location.rs',
  'system/HealthcareService.rs',
  'system/Schedule.rs',
  'system/Slot.rs',
] as const;
export const keyScopes = [...apiScopes, ...fhirScopes] as const;

type ApiScope = (typeof apiScopes)[number];
export type FhirScope = (typeof fhirScopes)[number];
export type KeyScope = (typeof keyScopes)[number];
/** Scopes that open an endpoint for reading and for writing. */
export type ReadScope = Extract<ApiScope, `${string}.read`>;
export type WriteScope = Extract<ApiScope, `${string}.write`>;
