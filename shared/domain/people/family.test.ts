import { expect, test } from 'vitest';
import { firstName, isMinor } from './family.ts';

test.each([
  ['2009-06-08', null, '2027-06-07', true],
  ['2009-06-08', null, '2027-06-08', false],
  // The date of birth in the file wins over the year that the guardian gave.
  ['2001-01-01', 2020, '2027-06-08', false],
  [null, 2010, '2027-12-31', true],
  // With only a year of birth, she may turn eighteen on 1 January.
  [null, 2009, '2027-01-01', false],
  [null, null, '2027-06-08', false],
])('born %s or in %s: on %s a minor, %s', (birthDate, birthYear, today, minor) => {
  expect(isMinor({ birthDate, birthYear }, today)).toBe(minor);
});

test.each([
  ['Mona Samir Adel', 'Mona'],
  ['  منى  سمير ', 'منى'],
  ['عبد الرحمن علي', 'عبد الرحمن'],
  ['عبد ال رحمن علي', 'عبد ال رحمن'],
  ['عَبْد الرحمن علي', 'عَبْد الرحمن'],
  ['أم كلثوم سمير', 'أم كلثوم'],
  ['ام هاشم علي', 'ام هاشم'],
  ['أم عبد الرحمن علي', 'أم عبد الرحمن'],
  ['أبو بكر سمير', 'أبو بكر'],
  ['ست الحسن سمير', 'ست الحسن'],
  ['Abd El Rahman Samir', 'Abd El Rahman'],
  ['ABDEL RAHMAN SAMIR', 'ABDEL RAHMAN'],
  ['Abd-El-Rahman Samir', 'Abd-El-Rahman'],
  ['Om Kalthoum Samir', 'Om Kalthoum'],
  ['El Sayed Ali', 'El Sayed'],
  ['Abdelrahman Samir', 'Abdelrahman'],
  ['أم', 'أم'],
  ['Abd El', 'Abd El'],
  ['', ''],
])('the first name of “%s” is “%s”', (name, first) => {
  expect(firstName(name)).toBe(first);
});
