import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const hasFocus = (what: Locator) => what.evaluate((element) => element === document.activeElement);

/** Presses the key until `what` has the focus, at most `most` times. */
async function tabsTo(page: Page, key: 'Tab' | 'Shift+Tab', what: Locator, most: number): Promise<void> {
  for (let times = 0; times < most && !(await hasFocus(what)); times++) await page.keyboard.press(key);
  await expect(what, `after ${most} times ${key}`).toBeFocused();
}

/**
 * Number of Tab presses for a receptionist without a pointer: from the top to the search, which was once the
 * 58th stop, and from the search to the first action.
 */
test('the search has the focus, and the first action is a few Tab stops away', { tag: '@desktop' }, async ({
  page,
  openDesk,
  words,
}) => {
  const made = { name: 'Tab stops', rooms: 2 };
  const { branch, visits } = await openDesk(made, ['Mona Samir'], ['09:00', '21:00']);
  const skip = page.getByRole('link', { name: words('common.nav.skip') });
  const search = page.getByRole('combobox', { name: words('staff.find.label') });

  const pages = [
    {
      path: '/clinic/day',
      own: page.getByRole('combobox', { name: words('desk.find.label') }),
      act: page.locator('[data-card] button').first(),
      stops: 12,
    },
    {
      path: '/clinic/appointments',
      act: page.locator('[data-appointment] button').first(),
      stops: 16,
    },
    {
      path: `/clinic/calendar?branch=${branch.id}`,
      act: page.locator('[data-slot]').first(),
      stops: 14,
    },
    {
      path: `/clinic/patients/${visits[0]?.userId}`,
      act: page.getByRole('main').getByRole('button', { name: words('desk.file.book') }),
      stops: 8,
    },
  ];
  for (const { path, own, act, stops } of pages)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(act).toBeVisible();
      // Only one search shows the hint "/": the one that the key focuses.
      await expect(page.locator('kbd:visible').filter({ hasText: /^\/$/ })).toHaveCount(1);
      if (own) {
        await expect(own).toBeFocused();
      } else {
        await page.keyboard.press('/');
        await expect(search).toBeFocused();
        await expect(search).toHaveValue('');
        await page.keyboard.press('Escape');
        await page.keyboard.type('mona');
        await expect(search).toBeFocused();
        await expect(search).toHaveValue('mona');
        for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
        await expect(search).toBeHidden();
      }
      await tabsTo(page, 'Tab', act, own ? stops : stops + 22);
      await tabsTo(page, 'Shift+Tab', skip, stops + 22);
    });
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true });

  test('keys are shown only in the list of shortcuts', { tag: '@desktop' }, async ({
    page,
    openDesk,
    words,
  }) => {
    const { branch } = await openDesk({ name: 'Tablet', rooms: 1 }, ['Mona Samir'], ['09:00', '21:00']);
    const act = { '/clinic/day': '[data-card]', [`/clinic/calendar?branch=${branch.id}`]: '[data-slot]' };
    for (const [path, ready] of Object.entries(act)) {
      await page.goto(path);
      await expect(page.locator(ready).first()).toBeVisible();
      await expect(page.locator('kbd:visible')).toHaveCount(0);
      await expect(page.getByRole('button', { name: words('desk.day.keys') })).toHaveCount(0);
      await expect(page.getByText(words('staff.calendar.tip.book'))).toBeHidden();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog').locator('kbd').first()).toBeVisible();
    }
  });
});
