import { expect, test } from 'vitest';
import type { Card } from '#shared/contract/arrivals.ts';
import { matchesBySound } from '#shared/domain/people/name-sounds.ts';
import { findArrowTarget, findHighlightedIndex } from '#web/ui/frame/highlight.ts';
import { type FoundCard, findTodaysCards } from './find-people.ts';

const card = (id: number, name: string, phone: string | null, ticket: number | null = null) =>
  ({ id, userId: id + 100, ticket, stage: 'expected', patient: { name, phone } }) as Card;
const cards = [
  card(1, 'Hoda Elsawy', '0100 000 0148', 12),
  card(2, 'مريم عبد العزيز', '0100 000 0262', 2),
  card(3, 'Nourhan Elsayed', null),
];
const idsOf = (found: readonly FoundCard[]) => found.map(({ card: { id } }) => id);
const found = (q: string) => idsOf(findTodaysCards(cards, q));

test('a patient of today is found by parts of her name in any order, without marks', () => {
  expect(found('sawy hod')).toEqual([1]);
  expect(found('مريم')).toEqual([2]);
  expect(found('  ')).toEqual([]);
  expect(found('nobody')).toEqual([]);
});

test('by ticket in both digits, called ones first, by phone, and by reference code', () => {
  expect(found('12')).toEqual([1]);
  expect(found('٢')).toEqual([2]);
  expect(found('0000262')).toEqual([2]);
  expect(found('HKM-000103')).toEqual([3]);
});

test('a name in the other script is found by sound, after those with the same spelling', () => {
  const heard = (q: string, among = cards) => idsOf(findTodaysCards(among, q, matchesBySound));
  expect(heard('mar')).toEqual([2]);
  expect(heard('هدى الصاوي')).toEqual([1]);
  expect(heard('mariam hoda')).toEqual([]);
  expect(heard('mar', [...cards, card(4, 'Marina', null)])).toEqual([4, 2]);
});

test('a card whose sound alone matches is marked as similar and listed last', () => {
  const seen = { ...card(8, 'Menna Samir', null), stage: 'seen' } as Card;
  const among = [card(7, 'Mona Adel', null), seen];
  for (const q of ['menna', 'mina', 'منة'])
    expect(findTodaysCards(among, q, matchesBySound).find(({ card: { id } }) => id === 7)?.isSimilar).toBe(
      true,
    );
  const found = findTodaysCards(among, 'menna', matchesBySound);
  expect(found.map(({ card: { id }, isSimilar }) => [id, isSimilar])).toEqual([
    [8, false],
    [7, true],
  ]);
});

test('a patient with two appointments is found by the upcoming one', () => {
  const seen = { ...card(5, 'Mariam Adel', null), stage: 'seen' } as Card;
  expect(idsOf(findTodaysCards([seen, card(6, 'Mariam Adel', null)], 'mar'))).toEqual([6, 5]);
  expect(idsOf(findTodaysCards([{ ...seen, ticket: 7 }, card(6, 'Mariam 7', null)], '7'))).toEqual([5, 6]);
});

test('Enter takes the highlighted card, whatever happens to the others', () => {
  const monas = [card(1, 'Mona A', null), card(2, 'Mona B', null), card(3, 'Mona C', null)];
  const keysOf = (among: readonly Card[]) => idsOf(findTodaysCards(among, 'mona')).map(String);
  const chosen = findArrowTarget(keysOf(monas), 0, 'ArrowDown') ?? null;
  expect(chosen).toBe('2');
  const after = keysOf(monas.map((one) => (one.id === 1 ? { ...one, stage: 'seen' } : one)));
  expect(after).toEqual(['2', '3', '1']);
  expect(after[findHighlightedIndex(after, chosen)]).toBe('2');
});
