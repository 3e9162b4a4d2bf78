// `npm run bench -- desk`: clicks and key presses that the desk's usual tasks take, counted by the page in a
// real browser.
import { chooseDay, clockOf } from '../test-run/days.mjs';
import { signIn, withDemoBrowser } from '../test-run/demo-browser.mjs';
import { shiftDate } from '../test-run/shift-date.mjs';

const cairo = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' });

/** Clinic date this many days after today. */
const daysAhead = (days) => cairo.format(new Date(Date.now() + days * 86_400_000));

/** The first date at least this many days ahead on a weekday on which branches are open. */
function openDayAhead(days) {
  const date = daysAhead(days);
  return new Date(date).getUTCDay() > 4 ? openDayAhead(days + 1) : date;
}

// The board has no walk-ins at night, so the clock is set to an afternoon with consultations.
Object.assign(process.env, clockOf(chooseDay('tuesday')));
const clockShift = Number(process.env.CLOCK_SHIFT_MS);
shiftDate(clockShift);

/** First match of the search "mona", which Enter selects. */
const patient = 'Mona Anwar';

const calendarDay = openDayAhead(7);
const calendar = {
  who: 'reception',
  at: `/clinic/calendar?branch=1&day=${calendarDay}`,
  ready: '.tg',
  prepare: createVisit,
};
const list = {
  who: 'reception',
  at: `/clinic/appointments?period=custom&from=${calendarDay}&to=${calendarDay}`,
  ready: '[data-appointment]',
  prepare: createVisit,
};
const board = {
  who: 'reception',
  at: '/clinic/day?branch=1',
  ready: '[data-column=expected]',
  prepare: createVisitToday,
};

/** Each task begins on a page that is already open and ends when it is done; `most` is the limit. */
const tasks = [
  { what: 'find a patient from anywhere', who: 'admin', at: '/admin/logs', most: [0, 4], work: find },
  { what: 'find a patient, from the list', ...list, most: [0, 4], work: find },
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
  { what: 'book a known patient, on the calendar', ...calendar, most: [1, 6], work: bookFree },
  { what: 'a new caller, booked on the calendar', ...calendar, most: [1, 29], work: bookNewCaller },
  { what: 'move a visit, by hand', ...calendar, most: [3, 0], work: moveByHand },
  { what: 'move a visit, by keys', ...calendar, most: [0, 3], work: moveByKeys },
  { what: 'arrived, called in, seen, by hand', ...board, most: [3, 0], work: stagesByHand },
  { what: 'arrived, called in, seen, by keys', ...board, most: [0, 3], work: stagesByKeys },
  { what: 'arrived, by hand', ...board, most: [1, 0], work: arriveByHand },
  { what: 'a new walk-in', ...board, most: [1, 11], work: walkIn },
  { what: 'a walk-in of a known patient', ...board, most: [1, 6], work: walkInKnown },
  { what: 'move to another day, from the board', ...board, most: [3, 0], work: moveFromBoard },
  { what: 'move to another day, from the calendar', ...calendar, most: [3, 0], work: moveFromCalendar },
  { what: 'move to another day, from the list', ...list, most: [3, 0], work: moveFromList },
  { what: 'move to another day, from the search', ...list, most: [2, 5], work: moveFromSearch },
  { what: 'cancel, from the board', ...board, most: [3, 0], work: cancelFromBoard },
  {
    what: 'a no-show, from the board',
    ...board,
    prepare: createOverdueVisit('Nadia'),
    most: [2, 0],
    work: missedFromBoard,
  },
  { what: 'a note to the doctor, from the board', ...board, most: [3, 21], work: noteFromBoard },
  { what: 'a message to the patients of a day', ...board, most: [3, 0], work: messageToDay },
  { what: 'close the day', ...board, prepare: createOverdueVisit('Heba'), most: [2, 0], work: closeDay },
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
  await chooseTimeAndBook(page);
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
  await chooseTimeAndBook(page);
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

/** Types three lines and the key combination that signs them. */
async function signNote(page) {
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type(threeLines);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Note signed').first().waitFor();
}

/** Chooses branch, day and time of an appointment, and books it. */
async function chooseTimeAndBook(page) {
  const dialog = page.getByRole('dialog');
  const branch = dialog.getByLabel('Location', { exact: true });
  // The dialog sets the user's branch a moment after it opens.
  await page.waitForTimeout(1000);
  if ((await branch.inputValue()) === '') await chooseInList(branch, { index: 1 });
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
  await chooseInList(time, free);
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Choosing in a native list counts as two clicks: on the box and on the line. */
async function chooseInList(box, value) {
  await box.page().evaluate(() => (globalThis.counted.clicks += 2));
  await box.selectOption(value);
}

const lastFree = (page) => page.locator('[data-slot^="free-"]').last();
const firstVisitSlot = (page) => page.locator('[data-slot^="visit-"]').first();

/** Creates an appointment before counting begins. */
async function prepareAppointment(context, origin, { name = 'Basma', ...when }) {
  const { id } = (await (await context.request.get(`/api/users?role=patient&q=${name}&limit=1`)).json())[0];
  const data = { userId: id, locationId: 1, service: '1', ...when };
  const made = await context.request.post('/api/appointments', { data, headers: { origin } });
  // 409: the patient already has one, which is good enough.
  if (!made.ok() && made.status() !== 409) throw new Error(`a visit: ${made.status()} ${await made.text()}`);
}
function createVisit(context, origin) {
  return prepareAppointment(context, origin, { appointmentDate: calendarDay, appointmentTime: '15:00:00' });
}
async function createVisitToday(context, origin) {
  await prepareAppointment(context, origin, {
    appointmentDate: daysAhead(0),
    appointmentTime: '21:00:00',
    overbook: true,
  });
}
/** An appointment of today whose time is over. */
function createOverdueVisit(name) {
  const when = { appointmentDate: daysAhead(0), appointmentTime: '14:00:00', overbook: true };
  return (context, origin) => prepareAppointment(context, origin, { name, ...when });
}

async function bookFree(page) {
  await lastFree(page).click();
  await page.keyboard.type('mona');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').filter({ hasText: patient }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function bookNewCaller(page) {
  await lastFree(page).click();
  await page.keyboard.type('Zaqlum New');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('group').locator('input[type=tel]').waitFor();
  await page.keyboard.type(`012${String(Date.now()).slice(-8)}`);
  await page.keyboard.press('Enter');
  await dialog.getByRole('group').waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
}

async function moveByHand(page) {
  const label = await firstVisitSlot(page).getAttribute('aria-label');
  await firstVisitSlot(page).dragTo(lastFree(page), { targetPosition: { x: 60, y: 10 } });
  await page.locator(`[aria-label="${label}"]`).waitFor({ state: 'detached' });
}

/** An appointment followed by a free time: moving it needs no confirmation. */
async function visitBeforeFree(page) {
  const visits = page.locator('[data-slot^="visit-"]');
  const at = await visits.evaluateAll((all) => {
    const free = [...document.querySelectorAll('[data-slot^="free-"]')].map((one) =>
      one.getBoundingClientRect(),
    );
    const isNext = (above, below) =>
      Math.abs(below.left - above.left) < 10 && Math.abs(below.top - above.bottom) < 10;
    return all.findIndex((visit) => free.some((one) => isNext(visit.getBoundingClientRect(), one)));
  });
  return visits.nth(Math.max(0, at));
}

async function moveByKeys(page) {
  const visit = await visitBeforeFree(page);
  const label = await visit.getAttribute('aria-label');
  await visit.focus();
  for (const key of ['m', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  const yes = page.getByRole('alertdialog').getByRole('button').last();
  if (await yes.isVisible()) await yes.click();
  await page.locator(`[aria-label="${label}"]`).waitFor({ state: 'detached' });
}

async function stagesByHand(page) {
  const id = await page.locator('[data-column=expected] [data-card]').first().getAttribute('data-card');
  for (const stage of ['waiting', 'with_doctor', 'done']) {
    await page.locator(`[data-card="${id}"] .visit-foot button`).click();
    await page.locator(`[data-column=${stage}] [data-card="${id}"]`).waitFor();
  }
}

async function stagesByKeys(page) {
  const card = page.locator('[data-column=expected] [data-card]').first();
  const id = await card.getAttribute('data-card');
  for (const [key, stage] of [
    ['a', 'waiting'],
    ['c', 'with_doctor'],
    ['s', 'done'],
  ]) {
    await page.locator(`[data-card="${id}"]`).focus();
    await page.keyboard.press(key);
    await page.locator(`[data-column=${stage}] [data-card="${id}"]`).waitFor();
  }
}

async function arriveByHand(page) {
  const id = await page.locator('[data-column=expected] [data-card]').first().getAttribute('data-card');
  await page.locator(`[data-card="${id}"] .visit-foot button`).click();
  await page.locator(`[data-column=waiting] [data-card="${id}"]`).waitFor();
}

/** Moves an appointment from its open panel: to the first time of the second day. */
async function moveInPanel(page) {
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Move', exact: true }).click();
  const days = panel.locator('section li').filter({ has: page.locator('button') });
  await days.nth(1).getByRole('button').first().click();
  await page.getByText('Appointment Moved').first().waitFor();
}

async function moveFromBoard(page) {
  await page
    .locator('[data-column=expected] [data-card]')
    .last()
    .click({ position: { x: 20, y: 12 } });
  await moveInPanel(page);
}

async function moveFromCalendar(page) {
  await firstVisitSlot(page).click();
  await moveInPanel(page);
}

async function moveFromList(page) {
  const row = page
    .locator('[data-appointment]')
    .filter({ hasText: /Confirmed|Pending/ })
    .first();
  await row.locator('[data-place=who] button').first().click();
  await moveInPanel(page);
}

async function moveFromSearch(page) {
  await openFile(page);
  await moveInPanel(page);
}

async function cancelFromBoard(page) {
  const card = page.locator('[data-column=expected] [data-card]').last();
  const id = await card.getAttribute('data-card');
  await card.click({ position: { x: 20, y: 12 } });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Cancel appointment', exact: true })
    .click();
  await page.locator(`[data-card="${id}"]`).waitFor({ state: 'detached' });
}

async function noteFromBoard(page) {
  await page
    .locator('[data-column=expected] [data-card]')
    .first()
    .click({ position: { x: 20, y: 12 } });
  await page.getByRole('dialog').getByRole('button', { name: 'Write a note' }).click();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Her sister comes too');
  await page.keyboard.press('Control+Enter');
  await page.locator('textarea').waitFor({ state: 'detached' });
}

/** Marks the first patient of the day, whose time is over. */
async function missedFromBoard(page) {
  const card = page.locator('[data-column=expected] [data-card]').first();
  const id = await card.getAttribute('data-card');
  await card.click({ position: { x: 20, y: 12 } });
  await page.getByRole('dialog').getByRole('button', { name: 'Mark No-Show' }).click();
  await page.locator(`[data-column=done] [data-card="${id}"]`).waitFor();
}

async function closeDay(page) {
  await page.getByRole('button', { name: 'Close the day' }).click();
  await page.locator('h2:focus').waitFor();
  await page.getByRole('button', { name: /^Mark / }).click();
  await page
    .getByText(/marked as no-show\./)
    .first()
    .waitFor();
}

async function messageToDay(page) {
  await page.getByRole('button', { name: 'Message patients' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: /^Send to/ }).click();
  await page.getByText('Message Sent').first().waitFor();
}

async function walkInKnown(page) {
  const before = await page.locator('[data-column=waiting] [data-card]').count();
  await page.locator('.walk-in input').first().click();
  await page.keyboard.type('mona');
  for (const key of ['Enter', 'Enter']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(600);
  }
  await page.locator('[data-column=waiting] [data-card]').nth(before).waitFor();
}

async function walkIn(page) {
  const before = await page.locator('[data-column=waiting] [data-card]').count();
  await page.locator('.walk-in input').first().click();
  await page.keyboard.type('Nadia Walk');
  await page.keyboard.press('Enter');
  await page.locator('[data-column=waiting] [data-card]').nth(before).waitFor();
}

async function measure(browser, origin, { what, who, at, most, work, ready, prepare }) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  });
  try {
    await context.addInitScript(shiftDate, clockShift);
    await signIn(context, origin, who);
    if (who === 'doctor')
      await context.request.put('/api/staff/me', { data: { homeLocationId: 1 }, headers: { origin } });
    await prepare?.(context, origin);
    const page = await context.newPage();
    await page.addInitScript(() => {
      globalThis.counted = { clicks: 0, keys: 0 };
      const count = (kind) => (event) => event.isTrusted && globalThis.counted[kind]++;
      addEventListener('pointerdown', count('clicks'), true);
      const isKey = ({ key }) => !['Control', 'Meta', 'Shift', 'Alt'].includes(key);
      addEventListener('keydown', (event) => isKey(event) && count('keys')(event), true);
    });
    await page.goto(at);
    await page
      .locator(ready ?? '[data-find]')
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    await work(page);
    const { clicks, keys } = await page.evaluate(() => globalThis.counted);
    return { what, clicks, keys, most, good: clicks <= most[0] && keys <= most[1] };
  } finally {
    await context.close();
  }
}

/** Prints a table; returns false if a task takes more than its limit. */
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
