import { expect, test } from 'vitest';
import { readClinicSettings, senderIn } from './clinic-settings.ts';

const sendersOf = (kept: object) => {
  const settings = readClinicSettings(kept);
  return [senderIn('en', settings), senderIn('ar', settings)];
};

test('messages come from the sender, else from the clinic', () => {
  expect(sendersOf({})).toEqual(['Hakima', 'حكيمة']);
  const named = { name: 'Noor Centre', nameAr: 'مركز نور' };
  expect(sendersOf({ ...named, senderName: 'Noor', senderNameAr: null })).toEqual(['Noor', 'Noor']);
  expect(sendersOf({ ...named, senderName: null, senderNameAr: null })).toEqual(['Noor Centre', 'مركز نور']);
});

test('settings from before there was a sender: a clinic with a name of its own goes on under that', () => {
  expect(sendersOf({ name: 'Noor Centre', nameAr: null })).toEqual(['Noor Centre', 'Noor Centre']);
  expect(sendersOf({ name: "Hakima Women's Health", cutoffHours: 6 })).toEqual(['Hakima', 'حكيمة']);
});
