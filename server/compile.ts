import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { Script } from 'node:vm';
import { compiledOf, loadCompiled, withSum } from './compiled.ts';

/** What is asked for, so that what answers it is compiled. */
const asked = ['/readyz', '/', '/ar', '/book', '/api/auth/me', '/admin/dashboard', '/api/docs'];

// Opens a clinic and keeps what V8 has compiled until it was asked for a few things: run by the build, on an
// empty folder of its own. V8 forgets code that ran once: the switch must not count in what is kept.
async function keepCompiled(): Promise<void> {
  setFlagsFromString('--no-flush-bytecode');
  const scripts = new Map<string, Script>();
  loadCompiled(fileURLToPath(new URL('..', import.meta.url)), (file, script) => scripts.set(file, script));
  const { start } = await import('./start.ts');
  const address = await start();
  for (const path of asked) {
    const { status } = await fetch(address + path);
    if (status >= 500) throw new Error(`${path} is answered with ${status}`);
  }
  setFlagsFromString('--flush-bytecode');
  for (const [file, script] of scripts)
    writeFileSync(compiledOf(file), withSum(script.createCachedData(), readFileSync(file)));
  process.exit(0);
}

void keepCompiled();
