import type { Plugin } from 'vite';

/**
 * Vite wraps each `import()` in a kilobyte that fetches what it will import beside it. The page says itself
 * which files that is (`files-of.ts`), so that list is empty everywhere, and nothing is left to wrap.
 */
export const withoutPreloading: Plugin = {
  name: 'without-preloading',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: (code) => {
      if (!code.includes('__vitePreload')) throw new Error('Vite wraps an import() by another name');
      return { code: 'export const __vitePreload = (bring) => bring();', map: null };
    },
  },
  // After what writes those lists.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const listed = Object.values(bundle).find(
        (file) => 'code' in file && file.code.includes('__vite__mapDeps'),
      );
      if (listed) this.error(`${listed.fileName} lists files to be fetched, and nothing fetches them`);
    },
  },
};
