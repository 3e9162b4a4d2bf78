import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, type Browser, chromium, request } from '@playwright/test';
import { addDays, dayClock } from '#shared/domain/clinic-time.ts';
import { chromiumSwitches, findChromium } from '../chromium/chromium.mjs';
import { root, withEnv } from '../set-up/processes.mjs';
import { clockOf } from '../test-run/days.mjs';
import { withDemoServer } from '../test-run/demo-server.mjs';
import { shiftDate } from '../test-run/shift-date.mjs';

/**
 * `npm run prove moving`: exports a clinic with every kind of data and imports it into a second installation.
 * The main screens must have the same text on both, in both languages, except the current time. Both servers
 * start at the same time of the same day. Excluded are screens of data that is not exported (connections,
 * sign-in, messages about it).
 */

const at = '2027-01-12T10:30:00+02:00';
const pagesAtOnce = 3;
const patienceMs = 90_000;
/** Also matches the splash screen, which any key closes. */
const isLoading = /Loading|press any key|جارٍ التحميل|أي مفتاح/i;
/** Texts that depend on the current time: the clinic's clock, and relative times. */
const isPresent = /in Cairo$|بتوقيت القاهرة$|\bago$|^now$|^الآن$|^(قبل|منذ)\s/;
const langs = ['en', 'ar'] as const;
const password = 'demo-clinic';
const newPassword = 'lotus-and-arch-74';
const file = join(mkdtempSync(join(tmpdir(), 'hakima-moving-')), 'clinic.zip');
const screens: Readonly<Record<string, readonly string[]>> = {
  '': ['/', '/book', '/doctors', '/privacy'],
  patient: ['/profile', '/profile?tab=appointments', '/profile?tab=family', '/book'],
  reception: ['/clinic/day', '/clinic/appointments', '/clinic/disruptions', '/clinic/patients/13'],
  doctor: ['/doctor/dashboard?period=all', '/clinic/patients/13'],
  admin: [
    '/admin/dashboard',
    '/admin/dashboard?tab=locations',
    '/admin/patients',
    '/admin/messages',
    '/admin/staff',
    '/admin/settings',
    '/admin/insights',
    '/admin/import',
    '/clinic/disruptions?tab=calls',
    '/clinic/disruptions?tab=offers',
    '/clinic/disruptions?tab=waiting',
    '/clinic/disruptions/1',
    '/admin/logs?log=audit&subject=appointments',
    '/admin/logs?log=audit&subject=offers',
  ],
};
const users = Object.keys(screens).filter((user) => user !== '');

async function signedIn(origin: string, username: string, secret: string): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  const answer = await api.post('/api/auth/login', { data: { username, password: secret } });
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${answer.status()} ${await answer.text()}`);
  return api;
}

/** Sends a write and returns its reply. */
async function send(api: APIRequestContext, method: 'post' | 'put' | 'patch', path: string, data?: unknown) {
  const answer = await api[method](path, data === undefined ? {} : { data });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json().catch(() => null);
}

async function importList(api: APIRequestContext, lines: string, ends: 'checked' | 'done' | 'undone') {
  const sent = await api.post('/api/imports?name=list.csv', {
    data: Buffer.from(lines),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const { id } = await sent.json();
  const until = async (state: string) => {
    while ((await (await api.get(`/api/imports/${id}`)).json()).state !== state)
      await new Promise((done) => setTimeout(done, 200));
  };
  await until('checked');
  if (ends === 'checked') return;
  await send(api, 'post', `/api/imports/${id}/run`);
  await until('done');
  if (ends === 'done') return;
  await send(api, 'post', `/api/imports/${id}/undo`);
  await until('undone');
}

/**
 * Adds what the demo clinic lacks: imports, a merge, an absence with offers, a section of the homepage, a
 * message.
 */
async function fill(origin: string): Promise<void> {
  const api = await signedIn(origin, 'admin', password);
  const today = dayClock(new Date(Date.parse(at))).date;
  await importList(api, 'Name,Mobile\nMona Adel,01000000041\n', 'done');
  await importList(api, 'Name,Mobile\nNoha Samir,01000000042\n', 'undone');
  await importList(api, 'Name,Mobile\nDina Fouad,01000000043\n', 'checked');
  const patient = async (name: string, phone: string): Promise<number> =>
    (await send(api, 'post', '/api/patients', { name, phone, username: `p-${phone}`, password: newPassword }))
      .id;
  const [kept, gone] = [
    await patient('Huda Salem', '01000000044'),
    await patient('Hoda Salem', '01000000045'),
  ];
  await send(api, 'post', '/api/merges', { keptId: kept, goneId: gone, take: [] });
  const doctors = await (await api.get('/api/doctors')).json();
  const day = addDays(today, 5);
  await send(api, 'post', '/api/absences', { userId: doctors[0].id, startDate: day, endDate: day });
  const about = await (await api.get('/api/homepage/about')).json();
  await send(api, 'put', '/api/homepage/about', { ...about, subtitle: 'Moved with everything' });
  await send(api, 'post', '/api/contact-messages', {
    name: 'Rania Fahmy',
    email: 'rania@mail.example',
    message: 'Do you have a lift?',
  });
  const offered = addDays(today, 8);
  const times = await (await api.get(`/api/locations/1/availability?date=${offered}`)).json();
  await send(api, 'post', '/api/offers', {
    userId: kept,
    locationId: 1,
    serviceId: 1,
    appointmentDate: offered,
    appointmentTime: times.slots[0].time,
    minutes: 1440,
  });
  await send(api, 'patch', `/api/patients/${kept}/file`, { paperFile: 'P 17', note: 'prefers mornings' });
  await api.dispose();
}

/** Text of a screen once it no longer changes. */
async function textOf(
  browser: Browser,
  origin: string,
  { api, path, lang }: { api: APIRequestContext | undefined; path: string; lang: string },
): Promise<string[]> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Africa/Cairo',
    serviceWorkers: 'block',
    ...(api ? { storageState: await api.storageState() } : {}),
  });
  await context.addInitScript(shiftDate, Number(clockOf({ at }).CLOCK_SHIFT_MS));
  await context.addCookies([{ name: 'lang', value: lang, url: origin }]);
  const page = await context.newPage();
  const isArabicPage = !api && lang === 'ar';
  await page.goto(`${origin}${isArabicPage ? `/ar${path === '/' ? '' : path}` : path}`);
  let text = '';
  const end = Date.now() + patienceMs;
  for (let same = 0; same < 4; ) {
    if (Date.now() > end) throw new Error(`${path} does not come to rest: ${text}`);
    await page.waitForTimeout(400);
    if (isLoading.test(text)) await page.keyboard.press('Shift');
    const now = await page.locator('body').innerText();
    const drawing = await page.locator('main .skeleton, main [aria-busy=true], main .animate-spin').count();
    same = now === text && drawing === 0 && !isLoading.test(text) ? same + 1 : 0;
    text = now;
  }
  await context.close();
  return text.split('\n').filter((line) => line.trim() !== '' && !isPresent.test(line));
}

type Texts = Map<string, readonly string[]>;
async function look(browser: Browser, origin: string, secret: string): Promise<Texts> {
  const texts: Texts = new Map();
  for (const [user, paths] of Object.entries(screens)) {
    const api = user === '' ? undefined : await signedIn(origin, user, secret);
    const both = paths.flatMap((path) => langs.map((lang) => ({ api, path, lang })));
    for (let i = 0; i < both.length; i += pagesAtOnce)
      await Promise.all(
        both.slice(i, i + pagesAtOnce).map(async (screen) => {
          const name = `${user || 'visitor'} ${screen.lang} ${screen.path}`;
          texts.set(name, await textOf(browser, origin, screen));
        }),
      );
    await api?.dispose();
  }
  return texts;
}

/** Runs an operator command on a data folder and returns its output. */
function run(command: string, data: string): Promise<string> {
  const child = spawn(process.execPath, ['dist/server/main.js', command, file], {
    cwd: root,
    env: withEnv({ NODE_ENV: 'production', DATABASE_URL: '', DATA_DIR: data }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (part) => (text += part));
  return new Promise((done, fail) =>
    child.once('close', (code) =>
      code === 0 ? done(text) : fail(new Error(`${command} ended with ${code}`)),
    ),
  );
}

/**
 * After a move nobody has a password: signs in as the super admin with the printed one, and sets the others.
 */
async function givePasswords(origin: string, printed: string): Promise<void> {
  const oneTime = /\badmin\b.*?(\S{8,})\s*$/m.exec(printed)?.[1] ?? '';
  const first = await signedIn(origin, 'admin', oneTime);
  await send(first, 'post', '/api/auth/new-secret', { newPassword });
  const admin = await signedIn(origin, 'admin', newPassword);
  const answer = await admin.get('/api/users?role=doctor,receptionist,patient&limit=500');
  const everybody = (await answer.json()) as { id: number; username: string | null }[];
  for (const user of users.filter((name) => name !== 'admin')) {
    const found = everybody.find(({ username }) => username === user);
    await send(admin, 'post', `/api/users/${found?.id}/hand-over-password`, { password: 'handed-over-now' });
    const own = await signedIn(origin, user, 'handed-over-now');
    await send(own, 'post', '/api/auth/new-secret', { newPassword });
    await own.dispose();
  }
}

/** Lines that only one of the two screens has. */
function differences(before: readonly string[], after: readonly string[]): string[] {
  const less = (a: readonly string[], b: readonly string[]) => {
    const left = [...b];
    return a.filter((line) => {
      const found = left.indexOf(line);
      if (found >= 0) left.splice(found, 1);
      return found < 0;
    });
  };
  return [
    ...less(before, after).map((line) => `- ${line}`),
    ...less(after, before).map((line) => `+ ${line}`),
  ];
}

const found = await findChromium();
const browser = await chromium.launch({
  executablePath: found.path,
  env: { ...process.env, ...found.env } as Record<string, string>,
  args: [...chromiumSwitches],
});
const [first, second] = [
  mkdtempSync(join(tmpdir(), 'hakima-from-')),
  mkdtempSync(join(tmpdir(), 'hakima-to-')),
];
const env = (data: string) => ({ DATA_DIR: data, ...clockOf({ at }) });
let isSame = true;
try {
  const before = await withDemoServer(async (origin: string) => {
    await fill(origin);
    return look(browser, origin, password);
  }, env(first));
  await run('move-out', first);
  const printed = await run('move-in', second);
  const after = await withDemoServer(async (origin: string) => {
    await givePasswords(origin, printed);
    return look(browser, origin, newPassword);
  }, env(second));
  for (const [screen, text] of before) {
    const different = differences(text, after.get(screen) ?? []);
    if (different.length === 0) continue;
    isSame = false;
    console.log(
      `  ${screen}: ${different.length} lines differ\n${different.map((line) => `    ${line}`).join('\n')}`,
    );
  }
  console.log(`  ${before.size} screens compared`);
} finally {
  await browser.close();
  for (const folder of [first, second, join(file, '..')]) rmSync(folder, { recursive: true, force: true });
}
process.exit(isSame ? 0 : 1);
