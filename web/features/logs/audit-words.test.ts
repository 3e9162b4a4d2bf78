import { expect, test } from 'vitest';
import { appointmentSchema } from '#shared/contract/appointments.ts';
import { locationSchema } from '#shared/contract/locations.ts';
import { newStaffBody } from '#shared/contract/staff.ts';
import { clinicSettingsSchema } from '#shared/domain/clinic-settings.ts';
import { doctorWishes } from '#shared/domain/visits/doctor-times.ts';
import { offerReasons, offerStates } from '#shared/domain/visits/offer-state.ts';
import { allStages } from '#shared/domain/visits/visit-stage.ts';
import { offeringModes } from '#shared/domain/wish-rules.ts';
import { dictionaries } from '#shared/messages/dictionaries.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { formatAuditAction, formatAuditSubject, listFieldChanges } from './audit-words.ts';

setMessageLanguage('en', dictionaries.en);

test('only differences are shown, as text', () => {
  const before = {
    status: 'pending',
    appointmentDate: '2026-11-18',
    appointmentTime: '15:20:00',
    overbooked: false,
    version: 1,
  };
  const after = { ...before, status: 'no_show', appointmentTime: '16:00:00', version: 2 };
  expect(listFieldChanges(before, after)).toEqual([
    { field: 'status', label: 'Status', before: 'Pending', after: 'No Show' },
    { field: 'appointmentTime', label: 'Time', before: '3:20 PM', after: '4:00 PM' },
  ]);
});

test('a new or deleted record is shown in full, without the text of notes', () => {
  expect(listFieldChanges(null, { name: 'Maadi', rooms: 1200, notes: 'secret' })).toEqual([
    { field: 'name', label: 'Name', before: null, after: 'Maadi' },
    { field: 'rooms', label: 'Rooms', before: null, after: '1,200' },
    {
      field: 'notes',
      label: 'Notes',
      before: null,
      after: 'changed; the text is in the history of the appointment',
    },
  ]);
  expect(listFieldChanges({ nameAr: null }, null)).toEqual([]);
});

test('lists and hours are shown as text', () => {
  expect(listFieldChanges({ reminderHours: [24, 3] }, { reminderHours: [] })[0]).toMatchObject({
    before: '24, 3',
    after: 'none',
  });
  expect(listFieldChanges(null, { fields: ['email', 'locationIds'] })[0]?.after).toBe('Email, Branches');
});

test('of the hours of a branch only changed lines are shown, as sentences', () => {
  const feast = {
    date: '2026-12-25',
    isClosed: true,
    startTime: null,
    endTime: null,
    reason: 'Feast',
    reasonAr: null,
  };
  const short = {
    ...feast,
    date: '2026-12-24',
    isClosed: false,
    startTime: '15:00',
    endTime: '17:00',
    reason: null,
  };
  expect(listFieldChanges({ exceptions: [] }, { exceptions: [short, feast] })).toEqual([
    {
      field: 'exceptions',
      label: 'Holidays and other hours',
      before: null,
      after: '24 Dec 2026, 3:00 PM to 5:00 PM\n25 Dec 2026, Closed, Feast',
    },
  ]);
  const friday = { dayOfWeek: 5, startTime: '09:00:00', endTime: '13:00:00', isAvailable: true };
  const saturday = { ...friday, dayOfWeek: 6 };
  expect(listFieldChanges({ schedules: [friday, saturday] }, { schedules: [saturday] })).toEqual([
    { field: 'schedules', label: 'Weekly hours', before: 'Friday, 9:00 AM to 1:00 PM', after: null },
  ]);
});

test('unknown keys keep their own name', () => {
  expect([formatAuditAction('moved'), formatAuditAction('melted')]).toEqual([
    'Moved to another time',
    'melted',
  ]);
  expect([formatAuditSubject('contact-messages'), formatAuditSubject('moons')]).toEqual([
    'Contact message',
    'moons',
  ]);
});

test('every field of the main records and its values have a text', () => {
  // `photoUrl` is recorded as `photoId`.
  const left = new Set(['photoUrl', 'id', 'reference', 'patient', 'createdAt', 'updatedAt', 'notified']);
  const ofCards = ['stage', 'ticket', 'room', 'place', 'movedBecause'];
  const records = [appointmentSchema, locationSchema, newStaffBody, clinicSettingsSchema];
  const fields = records.flatMap(({ shape }) => Object.keys(shape));
  const unnamed = [...fields, ...ofCards].filter(
    (field) => !left.has(field) && listFieldChanges(null, { [field]: 1 })[0]?.label === field,
  );
  expect(unnamed).toEqual([]);
  const values = {
    stage: allStages,
    doctorWish: doctorWishes,
    reason: offerReasons,
    state: offerStates,
    waitingList: offeringModes,
  };
  for (const [field, some] of Object.entries(values))
    for (const value of some)
      expect(listFieldChanges(null, { [field]: value })[0]?.after, value).not.toBe(value);
  expect(listFieldChanges({ stage: 'expected', ticket: null }, { stage: 'waiting', ticket: 2 })).toEqual([
    { field: 'stage', label: 'Stage', before: 'Expected', after: 'Waiting' },
    { field: 'ticket', label: 'Ticket', before: 'none', after: '2' },
  ]);
});
