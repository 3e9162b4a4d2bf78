import { describe, expect, it } from 'vitest';
import type { Appointment } from '#shared/contract/appointments.ts';
import { addMessages, setMessageLanguage } from '#web/i18n.ts';
import { getChangeability } from './changeability.ts';
import { findTodaysVisit, formatVisitNote, splitUpcomingAndPast } from './my-visits.ts';

const visit = (more: Partial<Appointment>): Appointment => ({
  id: 1,
  reference: 'HKM-000001',
  userId: 1,
  patient: { name: 'Mona Samir', username: 'mona', phone: null, reach: null, unreachable: false },
  locationId: 1,
  locationName: 'Nasr City',
  room: 1,
  doctorId: null,
  doctor: null,
  doctorWish: 'any',
  appointmentDate: '2026-11-25',
  appointmentTime: '16:20:00',
  durationMinutes: 20,
  service: 'Fertility Services',
  serviceId: 3,
  status: 'pending',
  notes: '',
  overbooked: false,
  waitsForCall: false,
  seriesId: null,
  version: 1,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  ...more,
});

/** Cairo is two hours ahead of UTC in November. */
const at = (cairo: string) => new Date(`${cairo}+02:00`);

describe('what a patient may do with an appointment', () => {
  it.each([
    ['pending', '2026-11-25T12:20:00', 'open'],
    ['confirmed', '2026-11-24T09:00:00', 'open'],
    ['pending', '2026-11-25T12:21:00', 'too-late'],
    ['confirmed', '2026-11-25T16:19:00', 'too-late'],
    ['confirmed', '2026-11-25T16:20:00', 'over'],
    ['attended', '2026-11-24T09:00:00', 'over'],
    ['cancelled', '2026-11-24T09:00:00', 'over'],
    ['no_show', '2026-11-24T09:00:00', 'over'],
  ] as const)('%s at %s: %s', (status, now, expected) => {
    expect(getChangeability(visit({ status }), 4, at(now))).toBe(expected);
  });
});

describe('the patient’s appointments', () => {
  it('begin with the earliest open one', () => {
    const visits = [
      visit({ id: 1, appointmentDate: '2026-12-02' }),
      visit({ id: 2, appointmentDate: '2026-11-26', status: 'cancelled' }),
      visit({ id: 3, appointmentDate: '2026-11-27', appointmentTime: '17:00:00' }),
      visit({ id: 4, appointmentDate: '2026-11-27', appointmentTime: '15:00:00' }),
      visit({ id: 5, appointmentDate: '2026-11-20' }),
    ];
    expect(splitUpcomingAndPast(visits, at('2027-01-01T00:00:00')).upcoming).toEqual([]);
    const { upcoming, past } = splitUpcomingAndPast(visits, at('2026-11-25T18:00:00'));
    expect([upcoming, past].map((rows) => rows.map(({ id }) => id))).toEqual([
      [4, 3, 1],
      [2, 5],
    ]);
  });
});

describe('today’s appointment', () => {
  it('is the first of the day that ends at 3 AM', () => {
    const visits = [
      visit({ id: 1, appointmentTime: '24:20:00' }),
      visit({ id: 2, appointmentTime: '16:20:00', status: 'cancelled' }),
      visit({ id: 3, appointmentDate: '2026-11-26' }),
    ];
    const idAt = (now: string) => findTodaysVisit(visits, at(now))?.id;
    const times = [
      '2026-11-25T03:00:00',
      '2026-11-26T00:10:00',
      '2026-11-26T03:00:00',
      '2026-11-25T02:59:00',
    ];
    expect(times.map(idAt)).toEqual([1, 1, 3, undefined]);
  });
});

describe('the note of a visit', () => {
  it('is in the language of the page if the website wrote it', () => {
    setMessageLanguage('en', { 'account.appointments.viaWebsite': 'said by the page' });
    addMessages({ 'account.appointments.noNotes': '-' });
    expect(formatVisitNote(visit({ notes: 'Booked via website' }))).toBe('said by the page');
    expect(formatVisitNote(visit({ notes: 'Bring the last results.' }))).toBe('Bring the last results.');
    expect(formatVisitNote(visit({ notes: '' }))).toBe('-');
  });
});
