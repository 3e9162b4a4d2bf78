import type { Outcome } from './access-table.ts';

/**
 * What is open to whoever looks after the patient, beyond what any other patient may. Who did before is
 * another patient in every row.
 */
export const alsoGuardians: Readonly<Record<string, Outcome>> = {
  'GET /api/appointments/user/:id': 'in',
  'GET /api/appointments/:id': 'in',
  'POST /api/appointments': 'in',
  'PATCH /api/appointments/:id': 'in',
  'PATCH /api/appointments/:id/following': 'in',
  'GET /api/appointments/:id/messages': 'in',
  'GET /api/appointments/:id/calendar.ics': 'in',
  'GET /api/no-shows': 'in',
  'GET /api/arrivals/:id/mine': 'in',
  'POST /api/arrivals/:id/here': 'in',
  'POST /api/offers/:id/answer': 'in',
  'POST /api/offers/wishes': 'in',
  'DELETE /api/offers/wishes/:id': 'in',
  'DELETE /api/patients/:id/guardian': 'in',
  'PUT /api/patients/:id/guardian': 403,
};
