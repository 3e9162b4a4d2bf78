import { expect, test } from 'vitest';
import { Cache } from './cache.ts';

test('what is asked again is not loaded again, also where awaiting is what loads', async () => {
  const cache = new Cache();
  let loads = 0;
  /** As a query of the builder is: each time it is awaited it runs. */
  const lazy = () =>
    new Proxy(Promise.resolve([0]), { get: (_, name) => (name === 'then' ? run : undefined) });
  const run = (...done: Parameters<Promise<number[]>['then']>) => Promise.resolve([++loads]).then(...done);
  const ask = () => cache.get('locations', 'open', lazy);
  expect([await ask(), await ask(), await ask()]).toEqual([[1], [1], [1]]);
  cache.drop('locations');
  expect(await ask()).toEqual([2]);
});

test('a load that failed is tried again', async () => {
  const cache = new Cache();
  const answers = [Promise.reject(new Error('gone')), Promise.resolve('here')];
  const ask = () => cache.get('settings', 'current', () => answers.shift() ?? Promise.resolve('late'));
  await expect(ask()).rejects.toThrow('gone');
  expect(await ask()).toBe('here');
});
