import { expect, test } from 'vitest';
import { buildLogQuery, readLogFilters } from './log-filters.ts';

const query = (address: string) => buildLogQuery(readLogFilters(new URLSearchParams(address)));

test('each log accepts its own filters', () => {
  expect(query('log=messages&state=dead&channel=sms&type=toast')).toEqual({ state: 'dead', channel: 'sms' });
  expect(query('log=client&state=dead&type=toast')).toEqual({ type: 'toast' });
  expect(query('actorId=7&subject=users&q=Mona')).toEqual({
    q: 'Mona',
    subject: 'users',
    actorId: '7',
  });
  expect(query('log=errors&q=timeout&from=2026-01-01')).toEqual({ q: 'timeout' });
});

test('filters that the server would reject are not sent', () => {
  expect(query('log=messages&state=gone&from=2026-02-30&to=2026-02-28')).toEqual({ to: '2026-02-28' });
  expect(query('log=interactions&type=toast')).toEqual({});
  expect(query('log=audit&actorId=1e3')).toEqual({});
  expect(readLogFilters(new URLSearchParams('log=everything')).log).toBe('audit');
});
