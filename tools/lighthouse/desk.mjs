// `npm run desk`: how many clicks and keys the desk's usual tasks take, counted in a real browser by what the
// page itself received.
import { signIn, withDemoBrowser } from '../test-run/demo-browser.mjs';

const patient = 'Mona Shawky';

/** Each task begins on the page a person has open and ends when it is done; `most` is what it may take. */
const tasks = [
  { what: 'find a patient from anywhere', who: 'admin', at: '/admin/logs', most: [0, 4], work: find },
  { what: 'open her file', who: 'admin', at: '/admin/dashboard', most: [0, 5], work: openFile },
  {
    what: 'book a known patient, in the list',
    who: 'doctor',
    at: '/doctor/dashboard',
    most: [5, 6],
    work: book,
  },
  {
    what: 'a clinical note, in the list',
    who: 'doctor',
    at: '/doctor/dashboard?period=all',
    most: [1, 63],
    work: noteInList,
  },
  {
    what: 'a clinical note, in her file',
    who: 'doctor',
    at: '/doctor/dashboard',
    most: [1, 63],
    work: noteInFile,
  },
  { what: 'a new caller, booked', who: 'doctor', at: '/doctor/dashboard', most: [5, 40], work: newCaller },
];

async function find(page) {
  await page.keyboard.type('mona');
  await page.getByRole('option').filter({ hasText: patient }).first().waitFor();
}

async function openFile(page) {
  await find(page);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').filter({ hasText: patient }).waitFor();
}

async function book(page) {
  await find(page);
  await page.keyboard.press('Control+Enter');
  await place(page);
}

async function newCaller(page) {
  await page.keyboard.type('Zoqlqm Test');
  await page.getByRole('option', { name: /New patient/ }).waitFor();
  await page.getByRole('listbox').getByRole('option').nth(1).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('group').locator('input[type=tel]').waitFor();
  await page.keyboard.type(`011${String(Date.now()).slice(-8)}`);
  await page.keyboard.press('Enter');
  await dialog.getByRole('group').waitFor({ state: 'hidden' });
  await place(page);
}

const threeLines = 'Week 22, moves well.\nBP 110/70.\nScan in four weeks, same dose.';

async function noteInList(page) {
  await page
    .locator('[data-appointment]')
    .first()
    .getByRole('button', { name: /Write a note/ })
    .click();
  await signNote(page);
}

async function noteInFile(page) {
  await page.goto('/clinic/patients/13');
  await page.getByRole('textbox', { name: /Clinical note/ }).click();
  await signNote(page);
}

/** Three lines and the keys that sign them. */
async function signNote(page) {
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type(threeLines);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Note signed').first().waitFor();
}

/** Branch, day and time of a visit, and the booking itself. */
async function place(page) {
  const dialog = page.getByRole('dialog');
  const branch = dialog.getByLabel('Location', { exact: true });
  // Her branch is known a moment after the dialog opened.
  await page.waitForTimeout(1000);
  if ((await branch.inputValue()) === '') await choose(branch, { index: 1 });
  const time = dialog.getByLabel('Time', { exact: true });
  const day = dialog.getByLabel('Date', { exact: true });
  const enabled = page.locator('#new-appointment-time:enabled');
  await enabled.waitFor({ timeout: 5000 }).catch(() => undefined);
  if (await time.isDisabled()) {
    await day.click();
    await page.locator('[role=gridcell] button:not([aria-disabled=true]):not([disabled])').nth(8).click();
  }
  await page.waitForFunction(
    () => document.querySelectorAll('#new-appointment-time option:enabled').length > 2,
  );
  const free = await time.locator('option:not([disabled]):not([value=""])').last().getAttribute('value');
  await choose(time, free);
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** A choice in a native list is one click on the box and one on the line. */
async function choose(box, value) {
  await box.page().evaluate(() => (globalThis.counted.clicks += 2));
  await box.selectOption(value);
}

async function measure(browser, origin, { what, who, at, most, work }) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  });
  try {
    await signIn(context, origin, who);
    if (who === 'doctor')
      await context.request.put('/api/staff/me', { data: { homeLocationId: 1 }, headers: { origin } });
    const page = await context.newPage();
    await page.addInitScript(() => {
      globalThis.counted = { clicks: 0, keys: 0 };
      const count = (kind) => (event) => event.isTrusted && globalThis.counted[kind]++;
      addEventListener('pointerdown', count('clicks'), true);
      const isKey = ({ key }) => !['Control', 'Meta', 'Shift', 'Alt'].includes(key);
      addEventListener('keydown', (event) => isKey(event) && count('keys')(event), true);
    });
    await page.goto(at);
    await page.locator('[data-find] input').first().waitFor();
    await page.waitForLoadState('networkidle');
    await work(page);
    const { clicks, keys } = await page.evaluate(() => globalThis.counted);
    return { what, clicks, keys, most, good: clicks <= most[0] && keys <= most[1] };
  } finally {
    await context.close();
  }
}

/** Prints a table; false when a task takes more than it may. */
export async function countHands() {
  const rows = [];
  await withDemoBrowser(async (browser, origin) => {
    for (const task of tasks) rows.push(await measure(browser, origin, task));
  });
  console.log('| task | clicks | keys | at most |\n| --- | ---: | ---: | ---: |');
  for (const { what, clicks, keys, most } of rows)
    console.log(`| ${what} | ${clicks} | ${keys} | ${most.join(' / ')} |`);
  return rows.every(({ good }) => good);
}
