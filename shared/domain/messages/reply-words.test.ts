import { expect, test } from 'vitest';
import { meaningOf } from './reply-words.ts';

test.each([
  ['yes', 'confirm'],
  ['Yes, please!', 'confirm'],
  ['OK 👍🏽', 'confirm'],
  ['👍🏽', 'confirm'],
  ['ok thanks', 'confirm'],
  ['1', 'confirm'],
  ['١', 'confirm'],
  ['نَعَم', 'confirm'],
  ['أيوة شكرًا', 'confirm'],
  ['تمام إن شاء الله', 'confirm'],
  ['إن شاء الله', 'confirm'],
  ['Cancel.', 'cancel'],
  ['CANCEL my appointment please', 'cancel'],
  ['الغاء', 'cancel'],
  ['إلغاء من فضلك', 'cancel'],
  ['من فضلكم ألغوا الموعد', 'cancel'],
  ['STOP', 'stop'],
  ['Stop.', 'stop'],
  ['إيقاف', 'stop'],
  ['إلغاء الاشتراك', 'stop'],
])('%s says %s', (reply, meaning) => expect(meaningOf(reply)).toBe(meaning));

test.each([
  ['no'],
  ['لا'],
  ['2'],
  ['٢'],
  ['yes but can I come at 5?'],
  ['do not cancel'],
  ['مش عايزة ألغي'],
  ['نعم بس ممكن أتأخر'],
  ['thank you'],
  ['شكرا'],
  ['?'],
  [''],
])('%s is left to a person', (reply) => expect(meaningOf(reply)).toBeNull());
