import { expect, test } from 'vitest';
import { createCsvCounter } from './export-stream.ts';

test('the records of a CSV are counted while loading, whatever its notes contain', () => {
  const text = '\ufeffAppt ID,Notes\r\nHKM-000001,"first line\nsecond ""quoted""\n"\r\nHKM-000002,-\r\n';
  const bytes = new TextEncoder().encode(text);
  const whole = createCsvCounter();
  expect(whole(bytes)).toBe(2);
  const cut = createCsvCounter();
  let rows = 0;
  for (const byte of bytes) rows = cut(Uint8Array.of(byte));
  expect(rows).toBe(2);
});
