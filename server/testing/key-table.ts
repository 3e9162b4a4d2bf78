import type { KeyScope } from '#shared/domain/key-scopes.ts';

/**
 * The endpoints that an API key can call, each with its scope. Every other endpoint is closed to all keys.
 */
export const openToKeys: Readonly<Record<string, KeyScope>> = {
  'GET /api/appointments': 'appointments.read',
  'GET /api/appointments/:id': 'appointments.read',
  'GET /api/appointments/day': 'appointments.read',
  'POST /api/appointments': 'appointments.write',
  'PATCH /api/appointments/:id': 'appointments.write',
  'GET /api/arrivals': 'arrivals.read',
  'GET /api/arrivals/now': 'arrivals.read',
  'POST /api/arrivals': 'arrivals.write',
  'POST /api/arrivals/:id/stage': 'arrivals.write',
  'POST /api/arrivals/:id/place': 'arrivals.write',
  'GET /api/patients/find': 'patients.read',
  'POST /api/patients': 'patients.write',
  'GET /api/doctors': 'doctors.read',
  'GET /api/locations/:id/doctors': 'doctors.read',
  'GET /api/locations/:id/schedules': 'schedules.read',
  'GET /api/locations/:id/exceptions': 'schedules.read',
  'GET /api/locations/:id/duties': 'schedules.read',
  'GET /api/locations/:id/availability': 'schedules.read',
  'GET /api/earliest': 'schedules.read',
  'PUT /api/locations/:id/schedules': 'schedules.write',
  'PUT /api/locations/:id/exceptions': 'schedules.write',
  'GET /api/locations': 'locations.read',
  'POST /api/locations': 'locations.write',
  'PATCH /api/locations/:id': 'locations.write',
  'GET /api/services': 'services.read',
  'POST /api/services': 'services.write',
  'PATCH /api/services/:id': 'services.write',
  'GET /api/insights': 'insights.read',
};
