import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from '../fixtures.ts';

/** A receptionist's morning by keyboard only, and the screen of her waiting room. */
test('the front desk works a morning by keyboard', { tag: '@desktop' }, async ({
  page,
  openDesk,
  newPatient,
  asAdmin,
  context,
  axe,
  words,
}) => {
  const mark = randomBytes(4).toString('hex');
  const made = { name: `Desk ${mark}`, rooms: 2 };
  const { branch } = await openDesk(made, ['Hoda Board', 'Salma Board']);
  const elsewhere = await newPatient();
  await asAdmin.patch(`/api/users/${elsewhere.id}`, { data: { name: 'Zumurruda Elsewhere' } });
  await page.goto('/');
  await expect(page).toHaveURL(/\/clinic\/day$/);
  const cards = (column: string) => page.locator(`[data-column="${column}"] [data-card]`);
  const keys = page.keyboard;
  await expect(cards('expected')).toHaveCount(2);

  await test.step('typing finds the patient and Enter checks her in', async () => {
    const box = page.locator('.find-box input');
    await expect(box).toBeFocused();
    await keys.press('?');
    await expect(page.getByRole('dialog', { name: words('desk.keys.title') })).toBeVisible();
    await keys.press('Escape');
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('');
    await keys.type('سلمى');
    // Only the sound of her name matches, so her appointment opens and she is not checked in.
    const alike = page.getByRole('option').filter({ hasText: 'Salma Board' });
    await expect(alike).toContainText(words('desk.stage.expected'));
    await alike.click();
    const panel = page.getByRole('dialog').filter({ hasText: 'Salma Board' });
    await expect(panel).toBeVisible();
    await keys.press('Escape');
    await expect(panel).toBeHidden();
    await expect(cards('expected')).toHaveCount(2);
    await box.focus();
    await keys.type('hoda');
    await expect(page.locator('[role=option]').first()).toContainText('Hoda Board');
    await keys.press('Enter');
    await expect(cards('waiting')).toHaveText([/Hoda Board/]);
    await expect(cards('waiting').first()).toBeFocused();
  });
  await test.step('“/” and “?” use the board’s search and list instead of the heading’s', async () => {
    await keys.press('?');
    const list = page.getByRole('dialog', { name: words('desk.keys.title') });
    await expect(list).toBeVisible();
    await keys.press('Escape');
    await expect(list).toBeHidden();
    await expect(cards('waiting').first()).toBeFocused();
    await keys.press('/');
    await expect(page.locator('.find-box input')).toBeFocused();
    await keys.press('Escape');
    await expect(cards('waiting').first()).toBeFocused();
  });
  await test.step('Enter waits for the results of the typed text', async () => {
    let answer: () => void = () => undefined;
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/users\?/, async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await keys.press('/');
    await keys.type('zumurruda');
    await keys.press('Enter');
    answer();
    const file = page.getByRole('dialog', { name: words('staff.file.title') });
    await expect(file).toContainText('Zumurruda Elsewhere');
    await page.unroute(/\/api\/users\?/);
    await keys.press('Escape');
    await expect(file).toBeHidden();
    await expect(page.locator('.find-box input')).toBeFocused();
    await keys.press('Escape');
    await expect(cards('waiting').first()).toBeFocused();
  });
  await test.step('a letter acts on the focused card', async () => {
    await keys.press('1');
    await expect(cards('expected').first()).toBeFocused();
    await keys.press('a');
    await expect(cards('waiting')).toHaveCount(2);
    await keys.press('2');
    await expect(cards('waiting').first()).toBeFocused();
    await keys.press('c');
    await expect(cards('with_doctor')).toHaveCount(1);
    await keys.press('3');
    await expect(cards('with_doctor').first()).toBeFocused();
    await keys.press('s');
    await expect(cards('done')).toHaveCount(1);
    await keys.press('4');
    await expect(cards('done').first()).toBeFocused();
    await keys.press('u');
    await expect(cards('with_doctor')).toHaveCount(1);
  });
  await test.step('a walk-in is added in two fields', async () => {
    await keys.press('3');
    await keys.press('w');
    await keys.type('Nadia Walk');
    await keys.press('Enter');
    await expect(cards('waiting')).toHaveText([/Salma Board|Nadia Walk/, /Salma Board|Nadia Walk/]);
  });
  await test.step('the screen of the waiting room shows tickets and no names', async () => {
    const made = await asAdmin.post('/api/screens', { data: { locationId: branch.id } });
    const screen = await context.newPage();
    await screen.goto(((await made.json()) as { link: string }).link);
    await expect(screen.locator('.wait-door').first()).toContainText('1');
    await expect(screen.locator('.wait-door.is-empty')).toHaveCount(1);
    await expect(screen.locator('.wait-door.is-empty')).toContainText(/^Room 2/);
    await expect(screen.locator('main')).not.toContainText('Hoda');
    await axe(screen);
    await screen.close();
  });
  await test.step('a change by another desk appears on this board by itself', async () => {
    const id = await cards('waiting').first().getAttribute('data-card');
    await asAdmin.post(`/api/arrivals/${id}/stage`, { data: { from: 'waiting', to: 'with_doctor' } });
    await expect(cards('with_doctor')).toHaveCount(2);
  });
  await axe(page);
});

test('a patient called in while another is moved before her is named, and the position is chosen again', {
  tag: '@desktop',
}, async ({ page, openDesk, asAdmin, words }) => {
  const names = ['Amal Queue', 'Basma Queue', 'Camelia Queue'];
  const { visits } = await openDesk({ name: 'Queue of three', rooms: 2 }, names);
  const data = { from: 'expected', to: 'waiting' };
  for (const { id } of visits) await asAdmin.post(`/api/arrivals/${id}/stage`, { data });
  const camelia = visits[2]?.id;
  await page.goto('/clinic/day');
  const waiting = page.locator('[data-column=waiting] [data-card]');
  await expect(waiting).toHaveText([/Amal/, /Basma/, /Camelia/]);
  await page.locator('.find-box input').press('Escape');
  await waiting.first().press('Alt+ArrowDown');
  const dialog = page.getByRole('dialog');
  const where = dialog.getByLabel(words('desk.move.where'));
  await expect(where).toHaveValue(String(camelia));

  const called = { from: 'waiting', to: 'with_doctor' };
  await asAdmin.post(`/api/arrivals/${camelia}/stage`, { data: called });
  await expect(dialog).toContainText(words('desk.move.gone', { name: 'Camelia Queue' }));
  await dialog.getByLabel(words('desk.move.reason')).fill('She is in pain');
  await dialog.getByRole('button', { name: words('desk.move.save') }).click();
  await expect(dialog).toContainText(words('desk.move.gone', { name: 'Camelia Queue' }));
  await where.selectOption('');
  await dialog.getByRole('button', { name: words('desk.move.save') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(words('desk.move.didLast', { name: 'Amal Queue' })).first()).toBeAttached();
  await expect(waiting).toHaveText([/Basma/, /Amal/]);
});

test('a walk-in by phone number asks who came', { tag: '@desktop' }, async ({
  page,
  openDesk,
  asAdmin,
  axe,
  words,
}) => {
  const [mother, daughter] = ['Mother One', 'Daughter Two'];
  const phone = `010${String(randomInt(1e8)).padStart(8, '0')}`;
  const made = await asAdmin.post('/api/patients', { data: { name: mother, phone } });
  expect(made.status()).toBe(201);
  await openDesk({ name: `Walk ${randomBytes(3).toString('hex')}` }, []);
  await page.goto('/clinic/day');
  const form = page.locator('form.walk-in');
  await form.getByLabel(words('desk.walkIn.who')).fill(phone);
  await form.getByLabel(words('desk.walkIn.name')).fill(daughter);
  await page.keyboard.press('Enter');
  await expect(form).toContainText(words('desk.walkIn.whose'));
  await expect(form.getByRole('button', { name: mother })).toBeVisible();
  await axe(page);
  await expect(page.locator('[data-card]')).toHaveCount(0);
  await form.getByRole('button', { name: words('desk.walkIn.newPatient', { name: daughter }) }).click();
  await expect(page.locator('[data-column=waiting] [data-card]')).toContainText(daughter);
});
