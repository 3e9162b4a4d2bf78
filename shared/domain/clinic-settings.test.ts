import { describe, expect, it } from 'vitest';
import {
  changeClinicSettingsSchema,
  clinicSettingsSchema,
  defaultClinicSettings,
  readClinicSettings,
  senderNameIn,
} from './clinic-settings.ts';

describe('the settings of the clinic', () => {
  it('have valid defaults', () => {
    expect(clinicSettingsSchema.parse(defaultClinicSettings)).toEqual(defaultClinicSettings);
  });

  it('complete stored settings with newer fields', () => {
    expect(readClinicSettings({ prefix: 'ABC', forgotten: 1 })).toEqual({
      ...defaultClinicSettings,
      prefix: 'ABC',
    });
  });

  it.each([
    { name: '  ' },
    { prefix: 'hkm' },
    { prefix: 'H1' },
    { consultationStart: '3 PM' },
    { consultationStart: '21:00' },
    { daysAhead: 0 },
    { daysAhead: 12.5 },
    { minutesAhead: -1 },
    { maxOpenPerPatient: 0 },
    { cutoffHours: 200 },
    { reminderHours: [24, 24] },
    { reminderHours: [0] },
    { reminderHours: [1, 2, 3, 4, 5, 6] },
    { quietHours: { from: '21:00' } },
    { contactEmail: 'nobody' },
    { cutoffHours: '4' },
  ])('reject %j', (change) => {
    expect(changeClinicSettingsSchema.safeParse(change).success).toBe(false);
  });

  it('remove direction marks from the clinic’s name', () => {
    expect(changeClinicSettingsSchema.parse({ name: ' Hakima\u202e ' })).toEqual({ name: 'Hakima' });
    expect(changeClinicSettingsSchema.safeParse({ name: '\u200f' }).success).toBe(false);
  });

  it.each([
    { nameAr: null },
    { maxOpenPerPatient: 3 },
    { reminderHours: [] },
    { quietHours: { from: '00:00', to: '00:00' } },
    { contactEmail: 'desk@example.com' },
    {},
  ])('accept %j alone', (change) => {
    expect(changeClinicSettingsSchema.parse(change)).toEqual(change);
  });
});

describe('the sender of messages', () => {
  const sendersOf = (kept: object) => {
    const settings = readClinicSettings(kept);
    return [senderNameIn('en', settings), senderNameIn('ar', settings)];
  };
  const named = { name: 'Noor Centre', nameAr: 'مركز نور' };

  it('has its own name, else the clinic’s', () => {
    expect(sendersOf({})).toEqual(['Hakima', 'حكيمة']);
    expect(sendersOf({ ...named, senderName: 'Noor', senderNameAr: null })).toEqual(['Noor', 'Noor']);
    expect(sendersOf({ ...named, senderName: null, senderNameAr: null })).toEqual([
      'Noor Centre',
      'مركز نور',
    ]);
  });

  it('is the clinic if it was named before the field existed', () => {
    expect(sendersOf({ ...named, nameAr: null })).toEqual(['Noor Centre', 'Noor Centre']);
    expect(sendersOf({ name: "Hakima Women's Health", cutoffHours: 6 })).toEqual(['Hakima', 'حكيمة']);
  });
});
