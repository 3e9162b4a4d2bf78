import { changeClinicSettingsSchema, clinicSettingsSchema } from '../domain/clinic-settings.ts';
import { staffWithoutReceptionists } from '../domain/people/roles.ts';
import { endpoint } from './endpoint.ts';

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  versioned: true,
  shows: ['settings'],
  access: staffWithoutReceptionists,
  summary: "Returns the clinic's settings",
  reply: clinicSettingsSchema,
});
export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/api/settings',
  versioned: true,
  changes: ['settings'],
  access: ['admin'],
  proof: 'recent',
  summary: 'Changes settings with immediate effect',
  body: changeClinicSettingsSchema,
  reply: clinicSettingsSchema,
  errors: ['stale'],
});
