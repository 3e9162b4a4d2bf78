import { beforeAll, expect, test } from 'vitest';
import type { Card } from '#shared/contract/arrivals.ts';
import { enDeskDay } from '#shared/messages/en/desk-day.ts';
import { setMessageLanguage } from '#web/i18n.ts';
import { findStageForKey, getNextStep, getUndoStep } from './card-steps.ts';

beforeAll(() => setMessageLanguage('en', enDeskDay));

const card = (stage: Card['stage'], status: Card['status'] = 'confirmed') => ({ stage, status }) as Card;

test('one press leads from stage to stage, one key leads back', () => {
  const touches = (['expected', 'waiting', 'with_doctor', 'seen'] as const).map((stage) => [
    getNextStep(card(stage))?.key ?? null,
    getUndoStep(card(stage))?.to ?? null,
  ]);
  expect(touches).toEqual([
    ['A', null],
    ['C', 'expected'],
    ['S', 'waiting'],
    [null, 'with_doctor'],
  ]);
});

test('a letter takes its own step only, Enter the next one', () => {
  const waiting = card('waiting');
  expect(['C', 'L', 'U', 'Enter', 'A', 'S', ''].map((key) => findStageForKey(waiting, key))).toEqual([
    'with_doctor',
    'left',
    'expected',
    'with_doctor',
    null,
    null,
    null,
  ]);
  expect(findStageForKey(card('expected'), 'L')).toBeNull();
});

test('a patient marked as missed can still arrive', () => {
  const missed = card('expected', 'no_show');
  expect([getNextStep(missed)?.to, getNextStep(missed)?.word]).toEqual([
    'waiting',
    enDeskDay['desk.back.no_show'],
  ]);
});
