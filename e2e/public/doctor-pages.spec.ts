import { doctorPath } from '#shared/domain/people/doctor-address.ts';
import { daysAhead } from '../clock.ts';
import { clearSession, expect, test, toast } from '../fixtures.ts';
import { waitForAllServers } from '../servers.ts';
import { chooseInStaffMenu } from '../staff-list.ts';

test('the owner publishes a doctor’s page, which is found and leads to a booking with her', async ({
  page,
  asAdmin,
  newDoctorsBranch,
  newPatient,
  login,
  words,
  at,
  axe,
  lang,
}) => {
  // A separate branch booked by doctors, so that other tests keep theirs.
  const name = `Lotus ${Date.now().toString(36)}`;
  const { branch, doctor } = await newDoctorsBranch(name);
  const { id, username, password } = doctor;
  await asAdmin.patch(`/api/staff/${id}`, { data: { gender: 'female' } });
  const own = at(doctorPath({ id, name: 'Walaa Adel' }));

  await test.step('the owner publishes the page with the doctor’s languages', async () => {
    expect((await page.request.get(own)).status()).toBe(404);
    await login(page, 'admin');
    await chooseInStaffMenu(page, doctor, words('common.action.edit'));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words('admin.staff.onSite')).check();
    await dialog.getByLabel(lang === 'ar' ? 'الفرنسية' : 'French').check();
    await axe(page);
    await dialog.getByRole('button', { name: words('admin.staff.save') }).click();
    await expect(toast(page, words('admin.staff.savedTitle'))).toBeVisible();
    // Continue as a visitor: with several servers, another server may answer.
    await clearSession(page);
    await waitForAllServers();
  });

  await test.step('the page is listed and has one address, however it is written', async () => {
    await page.goto(at('/doctors'));
    await page.keyboard.press('Escape');
    await page.locator(`a[href="${own}"]`).click();
    await expect(page).toHaveURL(own);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Walaa Adel');
    await expect(page.locator('main')).toContainText(words('public.doctors.woman'));
    await expect(page.locator('main')).toContainText(lang === 'ar' ? 'الفرنسية' : 'French');
    await expect(page.locator('main')).toContainText(words('public.doctors.next'));
    await axe(page);
    expect(
      JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? ''),
    ).toMatchObject({
      '@type': 'Physician',
      url: expect.stringContaining(own) as unknown,
    });
    await page.goto(at(`/doctors/the-name-of-before-${id}`));
    await expect(page).toHaveURL(own);
    expect(await (await page.request.get('/sitemap.xml')).text()).toContain(own);
  });

  await test.step('the page leads to her days, and the doctor step can be opened again', async () => {
    await page.locator(`main a[href*="doctor=${id}"]`).click();
    await expect(page.locator('[data-step="book-doctor"]')).toContainText('Walaa Adel');
    await expect(page.locator('#book button[data-day]').first()).toBeVisible();
    await page.locator('[data-step="book-doctor"]').click();
    await expect(page.locator('input[name=booking-doctor]')).toHaveCount(3);
    await axe(page);
  });

  await test.step('the first free time anywhere is one press', async () => {
    await page.locator('[data-step="book-location"]').click();
    await page.getByRole('button', { name: words('booking.earliest.ask') }).click();
    const time = page.locator(`[data-earliest="${branch.id}"]`);
    await expect(time).toContainText(name);
    await axe(page);
    await time.click();
    await expect(page.locator('[data-step="book-time"]')).toBeVisible();
    await expect(page.locator('[data-step="book-doctor"]')).toContainText(words('booking.doctor.any'));
  });

  await test.step('a held time and an absence of the doctor', async () => {
    const patient = await newPatient();
    const offer = { userId: patient.id, locationId: 4, serviceId: 1, appointmentTime: '15:00' };
    for (const ahead of [9, 10, 11, 12])
      if ((await asAdmin.post('/api/offers', { data: { ...offer, appointmentDate: daysAhead(ahead) } })).ok())
        break;
    await login(page, patient.username, patient.password);
    await page.goto('/profile?tab=appointments');
    await expect(page.getByRole('region', { name: words('offer.list') })).toBeVisible();
    await axe(page);
    await login(page, username, password);
    await page.goto('/doctor/dashboard?tab=profile');
    await expect(page.getByRole('heading', { name: words('staff.absence.title') })).toBeVisible();
    await axe(page);
  });
  await asAdmin.delete(`/api/locations/${branch.id}`);
});
