import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { relative } from 'node:path';
import { buildErrorMessage, type ErrorPayload } from 'vite';
import { onEndSignal } from '#server/engine/http/shutdown.ts';
import { galleryAt } from './gallery-page.ts';
import { createSourcePages } from './pages.ts';
import { closeDatabase, openClinicFrom, type Running } from './running.ts';
import { Sources } from './sources.ts';
import { isVites, nonce, openVite, root } from './vite-server.ts';

/*
 * `npm run dev`: the real server and the real pages, run from source in one process. A change in browser code
 * is hot-replaced. A change in server code opens the clinic again on the same database; the old one serves
 * until the new one is ready.
 */

process.env.NODE_ENV = 'development';
const http = createServer((request, response) => void answer(request, response));
const vite = await openVite(http);
const { client, pages: pagesEnvironment, server: serverEnvironment } = vite.environments;
if (!pagesEnvironment || !serverEnvironment) throw new Error('an environment is missing');
const sources = { pages: new Sources(pagesEnvironment), server: new Sources(serverEnvironment) };

/** Load errors of pages and server, shown as an overlay on every page until they are fixed. */
const loadErrors = new Map<'pages' | 'server', ErrorPayload['err']>();

function reportLoadError(of: 'pages' | 'server', error: unknown): void {
  const failed = error as Error & { loc?: ErrorPayload['err']['loc']; frame?: string; id?: string };
  const err: ErrorPayload['err'] = {
    message: failed.message,
    stack: failed.stack ?? '',
    ...(failed.loc && { loc: failed.loc }),
    ...(failed.frame && { frame: failed.frame }),
    ...(failed.id && { id: failed.id }),
  };
  if (loadErrors.get(of)?.message !== err.message)
    console.error(buildErrorMessage(failed as never, [failed.message]));
  loadErrors.set(of, err);
  client.hot.send({ type: 'error', err });
}

client.hot.on('vite:client:connect', (_, browser) => {
  for (const err of loadErrors.values()) browser.send({ type: 'error', err });
});

const pages = await createSourcePages(sources.pages, (error) =>
  error ? reportLoadError('pages', error) : loadErrors.delete('pages'),
);
let running: Running = await openClinicFrom(sources.server, pages);
/** While the database is reopened, requests wait. */
let opening: Promise<void> = Promise.resolve();

async function reopenClinic(): Promise<void> {
  const start = performance.now();
  const before = running;
  try {
    running = await openClinicFrom(sources.server, pages, before);
  } catch (error) {
    return reportLoadError('server', error);
  }
  loadErrors.delete('server');
  client.hot.send({ type: 'full-reload' });
  console.log(`· opened anew in ${(performance.now() - start).toFixed(0)} ms`);
  // Not awaited: further changes need not wait for its pending work.
  void before.close().catch((error: unknown) => console.error(error));
}

let timer: NodeJS.Timeout | undefined;
vite.watcher.on('all', (_event, file) => {
  sources.pages.changed(file);
  const isMigration = relative(root, file).startsWith('server/db/migrations/');
  if (!sources.server.changed(file) && !isMigration) return;
  clearTimeout(timer);
  timer = setTimeout(() => (opening = opening.then(reopenClinic)), 30);
});

/** Allows Vite's styles by a nonce; the rest of the content security policy is that of production. */
function allowNonce(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  const allow = (value: unknown) =>
    String(value).replace(/style-src [^;]*/, (rule) => `${rule} 'nonce-${nonce}'`);
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  const policy = 'content-security-policy';
  response.setHeader = (name, value) => setHeader(name, name === policy ? allow(value) : value);
  response.writeHead = (...args: unknown[]) => {
    const headers = args.at(-1) as Record<string, unknown> | undefined;
    if (headers && typeof headers === 'object' && policy in headers) headers[policy] = allow(headers[policy]);
    return writeHead(...args);
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/';
  if (isVites(url)) return vite.middlewares(request, response, () => response.writeHead(404).end());
  const gallery = galleryAt(url);
  if (gallery) return void response.setHeader('content-type', 'text/html; charset=utf-8').end(gallery);
  allowNonce(response);
  running.app.server.emit('request', request, response);
}

const { host, port, url } = running.address;
http.listen(port, host, () => {
  console.log(`Hakima is open at ${url}, and shows what you write`);
  console.log(`All components: ${url}/dev/components`);
});

onEndSignal(async () => {
  setTimeout(() => process.exit(0), 3000).unref();
  http.close();
  http.closeAllConnections();
  await vite.close();
  await running.close();
  await closeDatabase();
  process.exit(0);
});
