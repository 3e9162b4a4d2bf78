import { cpSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { unbundledPackages } from './tools/bundle/beside-bundle.ts';
import { chunkGroups } from './tools/bundle/chunks.ts';
import { compressAssets } from './tools/bundle/compress-assets.ts';
import { buildFolder } from './tools/set-up/builds.mjs';

const copyMigrations: Plugin = {
  name: 'copy-migrations',
  applyToEnvironment: ({ name }) => name === 'server',
  writeBundle: () => cpSync('server/db/migrations', `${buildFolder}/server/migrations`, { recursive: true }),
};

const compressClient: Plugin = {
  name: 'compress-client',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle: () => compressAssets(`${buildFolder}/web`),
};

/** `vite build --app` builds the browser's files, the page renderer and the server. */
export default defineConfig({
  plugins: [react(), tailwindcss(), copyMigrations, compressClient],
  publicDir: 'web/public',
  build: { reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: `${buildFolder}/web`,
        manifest: true,
        // The content security policy forbids data: URLs for fonts and scripts.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: { 'entry-client': 'web/entry-client.ts', staff: 'web/styles/app.css' },
          output: { codeSplitting: { groups: chunkGroups() } },
        },
      },
    },
    pages: {
      consumer: 'server',
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: `${buildFolder}/pages`,
        copyPublicDir: false,
        ssr: true,
        manifest: true,
        assetsInlineLimit: 0,
        emitAssets: false,
        rolldownOptions: {
          input: 'web/entry-server.tsx',
          output: { entryFileNames: '[name]-[hash].js', codeSplitting: false },
        },
      },
    },
    server: {
      consumer: 'server',
      resolve: { noExternal: true, external: unbundledPackages },
      build: {
        outDir: `${buildFolder}/server`,
        copyPublicDir: false,
        ssr: true,
        rolldownOptions: {
          input: { main: 'server/main.ts', 'list-worker': 'server/features/imports/list-worker.ts' },
          // Flat, because modules find migrations and pages by a path relative to `import.meta.url`.
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
});
