import { expect, test } from 'vitest';
import { allStages, canEnterStage, columnOf, stageOf, stageRow } from './visit-stage.ts';

const now = '2027-06-07T14:00:00.000Z';
const none = { arrivedAt: null, calledAt: null, leftAt: null };

test('the possible steps between stages', () => {
  const ways = allStages.flatMap((from) =>
    allStages.filter((to) => canEnterStage(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(ways).toEqual([
    'expected → waiting',
    'waiting → expected',
    'waiting → with_doctor',
    'waiting → left',
    'with_doctor → waiting',
    'with_doctor → seen',
    'seen → with_doctor',
    'left → waiting',
  ]);
});

test('the next stage and the undo step are possible steps', () => {
  for (const stage of allStages)
    for (const to of [stageRow(stage).next, stageRow(stage).back])
      if (to) expect(canEnterStage(stage, to), `${stage} → ${to}`).toBe(true);
});

test('a final status decides, otherwise the stamps', () => {
  const came = { ...none, arrivedAt: now };
  const called = { ...came, calledAt: now };
  expect(stageOf('pending', none)).toBe('expected');
  expect(stageOf('confirmed', came)).toBe('waiting');
  expect(stageOf('confirmed', called)).toBe('with_doctor');
  expect(stageOf('attended', none)).toBe('seen');
  expect(stageOf('cancelled', none)).toBeNull();
  expect(stageOf('cancelled', { ...came, leftAt: now })).toBe('left');
});

test('a patient marked as missed is among the finished ones', () => {
  expect(columnOf({ stage: stageOf('no_show', none) ?? 'left', status: 'no_show' })).toBe('done');
  expect(columnOf({ stage: 'left', status: 'cancelled' })).toBe('done');
  expect(columnOf({ stage: 'waiting', status: 'confirmed' })).toBe('waiting');
});
