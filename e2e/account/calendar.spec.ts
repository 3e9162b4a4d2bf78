import ICAL from 'ical.js';
import { expect, test } from '../fixtures.ts';

test('a patient subscribes to her appointments in a calendar until she ends the address', async ({
  page,
  login,
  newPatient,
  bookVisit,
  words,
  axe,
}) => {
  const patient = await newPatient();
  const visit = await bookVisit(patient.id, 5);
  await login(page, patient.username, patient.password);
  await page.goto('/profile?tab=calendar');
  const card = page.getByRole('region', { name: words('account.calendar.title') });
  await card.getByRole('button', { name: words('account.calendar.show') }).click();
  await card.getByRole('button', { name: words('calendar.make') }).click();
  const link = await card.getByLabel(words('calendar.address')).inputValue();
  await axe(page);

  // Like a calendar program: without a cookie.
  const read = () => fetch(link);
  const events = new ICAL.Component(ICAL.parse(await (await read()).text())).getAllSubcomponents('vevent');
  expect(events.map((event) => event.getFirstPropertyValue('uid'))).toEqual([`${visit.reference}@127.0.0.1`]);
  expect(events[0]?.getFirstPropertyValue('summary')).toBe(words('calendar.appointment'));

  await card.getByRole('button', { name: words('calendar.end') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words('calendar.end') })
    .click();
  await expect(card.getByRole('status')).toHaveText(words('calendar.ended'));
  expect((await read()).status).toBe(404);
});
