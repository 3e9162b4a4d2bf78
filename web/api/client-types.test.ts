import { expect, it } from 'vitest';
import { listAppointments } from '#shared/contract/appointments.ts';
import { changeLocation, createLocation, listLocations } from '#shared/contract/locations.ts';
import { putExceptions } from '#shared/contract/schedules.ts';
import { calendarMonth } from '#shared/contract/staff-appointments.ts';
import { createUpload } from '#shared/contract/uploads.ts';
import { buildEndpointUrl, type call } from './client.ts';

/** Checks types only: sends nothing. */
const typed = (asking: (ask: typeof call) => unknown) => typeof asking === 'function';

it('requires what the endpoint requires, and accepts nothing else', () => {
  expect(
    typed((ask) => [
      ask(listLocations),
      ask(createLocation, { body: { name: 'Maadi', address: '9 Road' } }),
      ask(changeLocation, { params: { id: 1 }, body: { rooms: 2, version: 3 } }),
      ask(putExceptions, { params: { id: 1 }, body: [], headers: { 'if-match': '"3"' } }),
      // @ts-expect-error The version is missing.
      ask(changeLocation, { params: { id: 1 }, body: { rooms: 2 } }),
      // @ts-expect-error The version is missing.
      ask(putExceptions, { params: { id: 1 }, body: [] }),
      ask(listAppointments, { query: { locationId: 1, limit: 20 } }),
      ask(calendarMonth, { query: { month: '2027-06' } }),
      // @ts-expect-error The body is missing.
      ask(createLocation),
      // @ts-expect-error The body is missing.
      ask(changeLocation, { params: { id: 1 } }),
      // @ts-expect-error The address is missing.
      ask(changeLocation, { body: { rooms: 2, version: 3 } }),
      // @ts-expect-error A field of the body is missing.
      ask(createLocation, { body: { name: 'Maadi' } }),
      // @ts-expect-error No such field.
      ask(changeLocation, { params: { id: 1 }, body: { room: 2, version: 3 } }),
      // @ts-expect-error No body is taken.
      ask(listLocations, { body: {} }),
      // @ts-expect-error The month is missing.
      ask(calendarMonth),
      // @ts-expect-error No such filter.
      ask(listAppointments, { query: { branch: 1 } }),
      // @ts-expect-error A picture is missing.
      ask(createUpload),
    ]),
  ).toBe(true);
  expect(buildEndpointUrl(changeLocation, { params: { id: 7 } })).toBe('/api/locations/7');
});
