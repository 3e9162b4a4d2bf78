import type { Plugin } from 'vite';

/** A mixed colour stands twice: once as what comes near it, then where it is asked whether colours mix. */
const whereColoursMix =
  /@supports \(color:\s*color-mix\(in lab, red, red\)\)\s*\{((?:[^{}]*\{[^{}]*\})+|[^{}]*)\s*\}/g;
/** First values of variables, for who does not read `@property`. */
const firstValues = /@layer properties\s*\{\s*@supports[^{]*\{[^{}]*\{[^{}]*\}\s*\}\s*\}/;

/**
 * Styles without what Tailwind writes for browsers older than those it is made for (Chrome 111, Safari 16.4,
 * Firefox 128).
 */
export function forToday(css: string): string {
  if (!firstValues.test(css))
    throw new Error('Tailwind no longer writes what is left out here (tools/bundle/styles-of-today.ts)');
  return css.replace(firstValues, '').replace(whereColoursMix, '$1');
}

export const stylesOfToday: Plugin = {
  name: 'styles-of-today',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/web\/styles\/\w+\.css/ },
    handler: (css) => ({ code: forToday(css), map: null }),
  },
};
