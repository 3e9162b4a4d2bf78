import { expect, test } from 'vitest';
import { listTotal } from './lists.ts';

const page = (n: number, total?: string) => ({ rows: Array.from({ length: n }, (_, i) => i), total });
const list = (...pages: ReturnType<typeof page>[]) => ({ data: { pages } });

test('a list shows the total of its last page, or at least the number of loaded rows', () => {
  expect(listTotal(list(page(50, '50+')))).toBe('50+');
  expect(listTotal(list(page(50, '50+'), page(50, '50+')))).toBe('100+');
  expect(listTotal(list(page(50, '50+'), page(50, '781')))).toBe('781');
  expect(listTotal(list(page(50, '10000+'), page(50, '10000+')))).toBe('10000+');
  expect(listTotal(list(page(2)))).toBe('2');
});
