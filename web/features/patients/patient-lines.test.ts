import { expect, test } from 'vitest';
import type { FoundPatient } from '#shared/contract/users.ts';
import type { PatientSearchLine } from '#web/api/own/patient-search.ts';
import { combinePatientLines } from './patient-lines.ts';

const patient = (id: number) => ({ id }) as FoundPatient;
const line = (patientId: number, isSimilar: boolean): PatientSearchLine => ({
  key: `card-${patientId}`,
  patientId,
  isSimilar,
  row: null,
  onChoose: () => undefined,
});
const [mona, menna, marina] = [1, 2, 3];

test('the page’s own lines come first and replace their patients', () => {
  const own = line(mona, false);
  const found = combinePatientLines([own], [patient(mona), patient(menna)], [], undefined);
  expect(found).toEqual({ results: [own, patient(menna)], similar: [] });
});

test('a similar line is listed under the similar names, whether or not the server found its patient', () => {
  const own = line(mona, true);
  for (const matches of [[patient(menna)], [patient(menna), patient(mona)]])
    expect(combinePatientLines([own], matches, [], undefined)).toEqual({
      results: [patient(menna)],
      similar: [own],
    });
  expect(combinePatientLines([own], [], [patient(mona), patient(marina)], undefined)).toEqual({
    results: [],
    similar: [own, patient(marina)],
  });
});

test('a similar line is a result if the server matches its patient and nobody else', () => {
  const [own, other] = [line(mona, true), line(marina, true)];
  expect(combinePatientLines([own, other], [patient(mona)], [], undefined)).toEqual({
    results: [own],
    similar: [other],
  });
});

test('the excluded patient is listed nowhere', () => {
  expect(combinePatientLines([], [patient(mona)], [patient(menna)], mona).results).toEqual([]);
  expect(combinePatientLines([], [patient(mona)], [patient(menna)], menna).similar).toEqual([]);
});
