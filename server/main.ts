import { fileURLToPath } from 'node:url';
import { loadCompiled } from './compiled.ts';

loadCompiled(fileURLToPath(new URL('..', import.meta.url)));

// What is loaded from here on is compiled already.
import('./start.ts')
  .then(({ start }) => start())
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
