import type { ClinicalNote } from '#shared/contract/clinical-notes.ts';
import type { TimelineEntry } from '#shared/contract/patients.ts';
import { atClinicTime } from '../clock.ts';
import { expect, test, toast } from '../fixtures.ts';
import { allVisitsUrl, visitRow } from '../visits.ts';
import { say } from '../words.ts';

test('a doctor’s note survives a reload, is signed and corrected, and is visible to its readers', async ({
  page,
  browser,
  baseURL,
  lang,
  login,
  newPatient,
  visitToday,
  asAdmin,
  axe,
}) => {
  const patient = await newPatient();
  const visit = await visitToday(patient.id);
  const name = 'Mona Samir';
  const box = page.getByRole('textbox', { name: say(lang, 'staff.note.label', { name }) });
  const signed = toast(page, say(lang, 'staff.note.signedTitle'));
  await login(page, 'doctor');
  await page.goto(allVisitsUrl('doctor', patient.username));
  await visitRow(page, visit.id)
    .getByRole('button', { name: say(lang, 'staff.note.write', { name }) })
    .click();
  await expect(box).toBeFocused();
  const kept = page.waitForResponse(
    (answer) => answer.ok() && (answer.request().postData()?.includes('Iron once') ?? false),
  );
  await page.keyboard.type('Iron once');
  await axe(page);
  await kept;
  await expect(page.getByText(say(lang, 'staff.note.signedAs', { name: '' }).trim())).toBeVisible();

  // Reload as after a crash: the draft must still be in the file.
  await page.goto(`/clinic/patients/${patient.id}`);
  await expect(box).toHaveValue('Iron once');
  await box.fill('Iron once daily.');
  await box.press('Control+Enter');
  await expect(signed).toBeVisible();
  const note = page.locator('article').filter({ hasText: 'Iron once daily.' });
  await expect(note).toBeVisible();
  await expect(box).toHaveValue('');

  await note.getByRole('button', { name: say(lang, 'staff.note.correct') }).click();
  await box.fill('Iron every second day.');
  await page
    .getByRole('button', { name: say(lang, 'staff.note.share') })
    .first()
    .click();
  await page.getByRole('button', { name: say(lang, 'staff.alert.add'), exact: true }).click();
  const alert = page.getByRole('dialog');
  await alert.getByLabel(say(lang, 'staff.alert.words')).fill('Penicillin');
  await axe(page);
  await alert.getByRole('button', { name: say(lang, 'staff.alert.submit') }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole('main').getByText('Penicillin')).toBeVisible();
  await box.press('Control+Enter');
  await expect(page.getByRole('article').filter({ hasText: 'Iron every second day.' })).toContainText(
    say(lang, 'staff.note.corrected'),
  );
  await axe(page);

  const asked = await asAdmin.get(`/api/patients/${patient.id}/timeline`);
  const notes = ((await asked.json()) as TimelineEntry[]).flatMap((entry): ClinicalNote[] =>
    entry.kind === 'visit' ? entry.notes : [],
  );
  expect(notes).toEqual([]);
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: lang });
  await atClinicTime(context);
  const hers = await context.newPage();
  await login(hers, patient.username, patient.password);
  await hers.goto('/profile?tab=appointments');
  await expect(hers.getByText('Iron every second day.')).toBeVisible();
  await expect(hers.getByText('Iron once daily.')).toHaveCount(0);
  await context.close();
});
