import { describe, expect, it } from 'vitest';
import { statusSchema } from '../../fields.ts';
import { allRoles, isStaff, staffRoles } from '../people/roles.ts';
import {
  type AppointmentStatus,
  allStatuses,
  canSet,
  holdsSlot,
  isNextStep,
  isUpcoming,
  listStatusChoices,
  mapStatuses,
  openStatuses,
  statusesOf,
  statusesThatFree,
  statusOfBooking,
} from './appointment-status.ts';

describe('the statuses', () => {
  it('are five, two of which free the time', () => {
    expect(allStatuses).toEqual(['pending', 'confirmed', 'attended', 'cancelled', 'no_show']);
    expect(statusesThatFree).toEqual(['cancelled', 'no_show']);
    expect(openStatuses).toEqual(['pending', 'confirmed']);
    expect(allStatuses.filter(holdsSlot)).toEqual(['pending', 'confirmed', 'attended']);
    expect(statusSchema.safeParse('completed').success).toBe(false);
    expect(statusSchema.safeParse('no_show').success).toBe(true);
  });

  it.each(staffRoles)('%s sets any status from any other', (role) => {
    for (const from of allStatuses) {
      for (const to of allStatuses) expect(canSet(role, from, to), `${from} → ${to}`).toBe(from !== to);
    }
  });

  it('let a patient only cancel upcoming appointments, and other roles nothing', () => {
    const allowed = allRoles.flatMap((role) =>
      isStaff(role)
        ? []
        : allStatuses.flatMap((from) =>
            listStatusChoices(role)
              .filter((to) => canSet(role, from, to))
              .map((to) => `${role}: ${from} → ${to}`),
          ),
    );
    expect(allowed).toEqual(['patient: pending → cancelled', 'patient: confirmed → cancelled']);
  });
});

describe('a row', () => {
  it('has the status of a booking, and the menu ends with cancelling', () => {
    expect(allRoles.map((role) => `${role}: ${statusOfBooking(role)}`)).toEqual(
      allRoles.map((role) => `${role}: ${isStaff(role) ? 'confirmed' : 'pending'}`),
    );
    expect(listStatusChoices('doctor')).toEqual(['confirmed', 'attended', 'no_show', 'cancelled']);
    expect(listStatusChoices('patient')).toEqual(['cancelled']);
  });

  it('is counted under its name and its outcome', () => {
    expect(mapStatuses((status) => status)).toEqual({
      pending: 'pending',
      confirmed: 'confirmed',
      attended: 'attended',
      cancelled: 'cancelled',
      noShow: 'no_show',
    });
    expect([statusesOf('attended'), statusesOf('missed'), statusesOf('cancelled')]).toEqual([
      ['attended'],
      ['no_show'],
      ['cancelled'],
    ]);
  });
});

describe('the panel of an appointment', () => {
  const offered = (status: AppointmentStatus, appointmentDate: string) =>
    listStatusChoices('receptionist')
      .filter((to) => to !== status)
      .filter((to) =>
        isNextStep(
          to,
          { status, appointmentDate, appointmentTime: '15:00:00' },
          { date: '2026-11-18', time: '18:00:00' },
        ),
      );

  it('offers to cancel what is open, and after its day only whether the patient came', () => {
    const cases = allStatuses.map((status) => [
      status,
      offered(status, '2026-11-18'),
      offered(status, '2026-11-17'),
    ]);
    expect(cases).toEqual([
      ['pending', ['confirmed', 'attended', 'no_show', 'cancelled'], ['attended', 'no_show']],
      ['confirmed', ['attended', 'no_show', 'cancelled'], ['attended', 'no_show']],
      ['attended', ['no_show'], ['no_show']],
      ['cancelled', ['confirmed', 'attended'], ['attended']],
      ['no_show', ['attended'], ['attended']],
    ]);
  });
});

describe('upcoming', () => {
  const clock = { date: '2026-11-18', time: '15:20:30' };
  it.each<[AppointmentStatus, string, string, boolean]>([
    ['pending', '2026-11-19', '09:00:00', true],
    ['confirmed', '2026-11-18', '15:40:00', true],
    ['confirmed', '2026-11-18', '3:40 PM', true],
    ['confirmed', '2026-11-18', '9:40 AM', false],
    ['confirmed', '2026-11-18', '15:20:30', false],
    ['confirmed', '2026-11-17', '18:00:00', false],
    ['cancelled', '2026-11-19', '09:00:00', false],
    ['no_show', '2026-11-19', '09:00:00', false],
  ])('%s on %s at %s: %s', (status, appointmentDate, appointmentTime, expected) => {
    expect(isUpcoming({ status, appointmentDate, appointmentTime }, clock)).toBe(expected);
  });
});
