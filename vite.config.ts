import { cpSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { besideBundle } from './tools/bundle/beside-bundle.ts';
import { chunkGroups } from './tools/bundle/chunks.ts';
import { commonJs, keepCompiled } from './tools/bundle/common-js.ts';
import { compressAssets } from './tools/bundle/compress-assets.ts';
import { contractInBrowser } from './tools/bundle/contract-in-browser.ts';
import { directImports, iconsWithoutKeys } from './tools/bundle/direct-imports.ts';
import { writeFilesOf } from './tools/bundle/files-of.ts';
import { reactInBrowser } from './tools/bundle/react-in-browser.ts';
import { runtimeInStart } from './tools/bundle/runtime-in-start.ts';
import { sourcesOf } from './tools/bundle/sources-of.ts';
import { stylesOfToday } from './tools/bundle/styles-of-today.ts';
import { withoutFetch } from './tools/bundle/without-fetch.ts';
import { withoutPreloading } from './tools/bundle/without-preloading.ts';
import { wordsInServer } from './tools/bundle/words-in-server.ts';
import { buildFolder } from './tools/set-up/builds.mjs';

/** What the server reads beside its own bundle, and where it lands in dist/server. */
const serverFiles: Record<string, string> = {
  'server/db/migrations': `${buildFolder}/server/migrations`,
};

const copyServerFiles: Plugin = {
  name: 'copy-server-files',
  applyToEnvironment: (environment) => environment.name === 'server',
  writeBundle() {
    for (const [from, to] of Object.entries(serverFiles)) cpSync(from, to, { recursive: true });
  },
};

const compressClient: Plugin = {
  name: 'compress-client',
  applyToEnvironment: (environment) => environment.name === 'client',
  writeBundle: () => compressAssets(`${buildFolder}/web`),
};

/**
 * All of the server's files lie flat in dist/server, so that `import.meta.url` names that folder from any of
 * them. What is compiled beforehand cannot `import()`, so it requires.
 */
const flat = {
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  format: 'cjs',
  dynamicImportInCjs: false,
} as const;

/**
 * `vite build --app` makes three: what the browser loads, what renders pages on the server, the server
 * itself.
 */
export default defineConfig({
  plugins: [
    react(),
    sourcesOf,
    tailwindcss(),
    stylesOfToday,
    reactInBrowser,
    contractInBrowser,
    wordsInServer,
    withoutFetch,
    withoutPreloading,
    directImports(),
    iconsWithoutKeys,
    runtimeInStart,
    copyServerFiles,
    commonJs,
    writeFilesOf,
    compressClient,
  ],
  publicDir: 'web/public',
  build: { reportCompressedSize: false },
  builder: {
    buildApp: async (builder) => {
      for (const name of ['client', 'pages', 'server']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
      await keepCompiled();
    },
  },
  environments: {
    client: {
      build: {
        outDir: `${buildFolder}/web`,
        manifest: true,
        // The page itself says which files an island needs (files-of.json): no list of them in the scripts.
        modulePreload: false,
        // The content security policy allows no data: fonts or scripts.
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: { 'entry-client': 'web/entry-client.ts', staff: 'web/styles/app.css' },
          output: { codeSplitting: { groups: chunkGroups() } },
          // Schemas and endpoints are descriptions: what no form of the browser checks by is left out.
          treeshake: { manualPureFunctions: ['z', 'endpoint'] },
        },
      },
    },
    pages: {
      consumer: 'server',
      // Bundled whole: lucide-react alone is 1,700 files, and React picks its production build here.
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: `${buildFolder}/pages`,
        copyPublicDir: false,
        ssr: true,
        // Which file draws pages: a process that has not loaded it yet finds its own after another build.
        manifest: true,
        // The same addresses as in the browser's build, which writes the files.
        assetsInlineLimit: 0,
        emitAssets: false,
        rolldownOptions: {
          input: 'web/entry-server.tsx',
          output: { ...flat, entryFileNames: '[name]-[hash].js', codeSplitting: false },
        },
      },
    },
    server: {
      consumer: 'server',
      // Bundled whole: finding and reading some 900 files is a quarter of the start.
      resolve: { noExternal: true, external: besideBundle },
      // pg asks whether there is a `Response` where nothing names its navigator: that loads all of fetch.
      define: { 'typeof navigator': '"object"', navigator: '{"userAgent":"Node.js"}' },
      build: {
        outDir: `${buildFolder}/server`,
        copyPublicDir: false,
        ssr: true,
        rolldownOptions: {
          input: {
            main: 'server/main.ts',
            compile: 'server/compile.ts',
            'list-worker': 'server/features/imports/list-worker.ts',
          },
          output: flat,
        },
      },
    },
  },
});
