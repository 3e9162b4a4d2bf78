import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createServer, type Plugin, type ViteDevServer } from 'vite';

export const root = join(import.meta.dirname, '../..');

/** Nonce of styles that Vite adds by script; the policy of development pages allows it. */
export const nonce = randomBytes(16).toString('base64');

export const firstModule = '/@dev/start';

/** Loaded before all scripts of a page: Vite's client for updates, and React's refresh. */
const start: Plugin = {
  name: 'dev-start',
  resolveId: (id) => (id === firstModule ? id : undefined),
  load: (id) =>
    id === firstModule
      ? `import '/@vite/client';\n${react.preambleCode.replace('__BASE__', '/')}`
      : undefined,
};

/** Paths that Vite answers; the clinic answers all others. */
export const isVites = (url: string): boolean =>
  /^\/(?:@|web\/|shared\/|tools\/|node_modules\/|\.cache\/vite\/)/.test(url);

/**
 * Three environments, as in the build: browser, page renderer and server. In the last two, Node loads
 * packages.
 */
export const openVite = (http: Server): Promise<ViteDevServer> =>
  createServer({
    root,
    configFile: false,
    appType: 'custom',
    publicDir: false,
    cacheDir: join(root, '.cache/vite'),
    logLevel: 'warn',
    plugins: [start, react(), tailwindcss()],
    server: {
      middlewareMode: true,
      cors: false,
      hmr: { server: http },
      watch: { ignored: ['**/data/**', '**/dist/**', '**/.cache/**', '**/docs/**', '**/test-results/**'] },
    },
    optimizeDeps: { entries: ['web/entry-client.ts', 'web/**/*.island.tsx', 'tools/dev/gallery/*.tsx'] },
    environments: {
      pages: { consumer: 'server', resolve: { external: true } },
      server: { consumer: 'server', resolve: { external: true } },
    },
  });
