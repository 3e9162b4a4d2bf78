import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { compiledOf, loadCompiled, withSum } from './compiled.ts';

const require = createRequire(import.meta.url);
const asEver = require.extensions['.js'];
const folder = mkdtempSync(join(tmpdir(), 'hakima-compiled-'));
afterEach(() => {
  require.extensions['.js'] = asEver;
  rmSync(folder, { recursive: true });
});

test('what V8 made of a file is taken where it fits, and nothing is lost where it does not', () => {
  const file = join(folder, 'sum.js');
  const write = (word: string) => writeFileSync(file, `exports.say = (n) => '${word} ' + n;`);
  let script: Script | undefined;
  const load = () => {
    delete require.cache[file];
    const { say } = require(file) as { say(n: number): string };
    return { said: say(1), refused: script?.cachedDataRejected };
  };
  loadCompiled(folder, (_file, loaded) => (script = loaded));

  write('one');
  expect(load()).toEqual({ said: 'one 1', refused: undefined });
  const compiled = withSum((script as unknown as Script).createCachedData(), readFileSync(file));
  writeFileSync(compiledOf(file), compiled);
  expect(load()).toEqual({ said: 'one 1', refused: false });

  // As long as the other, which is all that V8 would look at.
  write('two');
  expect(load()).toEqual({ said: 'two 1', refused: undefined });
  write('one');
  writeFileSync(compiledOf(file), compiled.fill(7, 100, 120));
  expect(load()).toEqual({ said: 'one 1', refused: undefined });
  writeFileSync(compiledOf(file), 'x');
  expect(load()).toEqual({ said: 'one 1', refused: undefined });
});
