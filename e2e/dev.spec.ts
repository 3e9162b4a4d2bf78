import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { freePort } from '../tools/set-up/free-port.mjs';
import { newDataFolder } from '../tools/test-run/data-folder.mjs';
import { testAllOnlyTag } from './project-tags.ts';

/* `npm run dev` on a copy of the sources: the test edits them and watches the browser. In `npm run test:all`. */

const root = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'hakima-dev-'));
const data = newDataFolder('hakima-dev-data-');
const file = (path: string) => join(copy, path);
const edit = (path: string, from: string, to: string) => {
  const text = readFileSync(file(path), 'utf8');
  expect(text).toContain(from);
  writeFileSync(file(path), text.replace(from, to));
};
let server: ChildProcess;
let origin = '';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  for (const path of ['server', 'shared', 'web', 'package.json', 'tools/dev', 'tools/bundle', 'tools/set-up'])
    cpSync(join(root, path), file(path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), file('node_modules'));
  const port = String(await freePort());
  origin = `http://127.0.0.1:${port}`;
  const env = { PORT: port, PUBLIC_URL: origin, DATA_DIR: data, DEMO: '1', RATE_LIMIT: 'off' };
  server = spawn(process.execPath, ['--import', 'tsx', 'tools/dev/serve.ts'], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: '', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env },
  });
  await expect
    .poll(
      () =>
        fetch(`${origin}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 150_000 },
    )
    .toBe(200);
});

test.afterAll(async () => {
  const gone = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  await gone;
  rmSync(copy, { recursive: true, force: true });
  rmSync(data, { recursive: true, force: true });
});

/** Logs the milliseconds from a save until the browser shows it; the goals are in docs/measurements.md. */
async function seen(what: string, save: () => void, shown: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  save();
  await shown();
  console.log(`${what}: ${(performance.now() - start).toFixed(0)} ms`);
}

/** Retries until the island is hydrated: Vite may reload the page when it finds a new package. */
const wake = (island: Locator) =>
  expect(async () => {
    await island.dispatchEvent('pointerover');
    expect(await island.getAttribute('data-alive', { timeout: 1000 })).not.toBeNull();
  }).toPass({ timeout: 60_000 });

const healthz = (page: Page) => page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
const overlay = 'vite-error-overlay';

test('a saved component is replaced in place, a server file at once, and an error is shown over the running page', {
  tag: ['@desktop', testAllOnlyTag],
}, async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto(`${origin}/?lang=en`);
  const name = page.locator('[data-island=contact] input').first();
  await wake(page.locator('[data-island=contact]'));
  await name.fill('Mona');
  const marked = (mark: string) => page.locator(`[data-island=contact] [data-mark="${mark}"]`).first();
  const button = 'web/ui/button.tsx';
  const mark = (n: number) =>
    [`<button${n ? ` data-mark="${n}"` : ''} {`, `<button data-mark="${n + 1}" {`] as const;

  for (const n of [0, 1]) {
    await seen(
      'component',
      () => edit(button, ...mark(n)),
      () => marked(String(n + 1)).waitFor(),
    );
    await expect(name, 'its state is kept').toHaveValue('Mona');
  }

  const health = 'server/engine/http/health.ts';
  for (const n of [0, 1]) {
    const word = (of: number) => `send({ status: 'ok${of || ''}' }),`;
    await seen(
      'server',
      () => edit(health, word(n), word(n + 1)),
      async () => {
        while (!(await healthz(page).catch(() => '')).includes(`ok${n + 1}`)) await page.waitForTimeout(20);
      },
    );
  }

  await page.waitForLoadState();
  await seen(
    'mistake',
    () => edit(health, "send({ status: 'ok2' })", "send({ status: 'ok2' "),
    () => page.locator(overlay).waitFor(),
  );
  expect(await healthz(page), 'the old one serves on').toContain('ok2');
  await seen(
    'mended',
    () => edit(health, "send({ status: 'ok2' ", "send({ status: 'ok2' })"),
    () => page.locator(overlay).waitFor({ state: 'detached' }),
  );
  edit(button, '<button data-mark="2" {', '<button data-mark="2" {{');
  await page.locator(overlay).waitFor();
  expect((await page.request.get(`${origin}/?lang=en`)).status(), 'the last page that could be drawn').toBe(
    200,
  );
  edit(button, '<button data-mark="2" {{', '<button data-mark="3" {');
  await page.locator(overlay).waitFor({ state: 'detached' });
});

test('every component renders separately in both languages and themes', {
  tag: ['@desktop', testAllOnlyTag],
}, async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  for (const corner of ['en-light', 'ar-dark']) {
    await page.goto(`${origin}/dev/components/${corner}`);
    await expect(page.getByRole('region', { name: 'drawings/' })).toBeVisible({ timeout: 30_000 });
  }
  expect(complaints.filter((text) => !text.includes('drawn on purpose'))).toEqual([]);
});
