import type { Plugin } from 'vite';

const asks = 'obj instanceof Response';

/**
 * The first who names `Response` loads all of fetch: 10 MB, and a tenth of a start. What compresses answers
 * asked so of each; by its tag, as Fastify does, it costs nothing.
 */
export const withoutFetch: Plugin = {
  name: 'without-fetch',
  applyToEnvironment: ({ name }) => name === 'server',
  transform: {
    filter: { id: /\/@fastify\/compress\/lib\/utils\.js$/ },
    handler(code) {
      if (!code.includes(asks)) this.error(`@fastify/compress no longer asks \`${asks}\``);
      return {
        code: code.replace(asks, `Object.prototype.toString.call(obj) === '[object Response]'`),
        map: null,
      };
    },
  },
};
