import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Request } from '@playwright/test';
import type { Earliest } from '#shared/contract/doctors.ts';
import { expect, test } from '../fixtures.ts';

/** Serves a page of another site with this HTML and content security policy. */
async function otherSite(html: string, policy: string) {
  const server = createServer((request, answer) => {
    if (request.url === '/favicon.ico') return answer.writeHead(204).end();
    answer.setHeader('content-security-policy', policy);
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    return answer.end(`<!doctype html><title>Elsewhere</title><p>${html}</p>`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  // Another host name makes it another site, not only another port of the same one.
  return { url: `http://localhost:${port}/about-her`, close: () => server.close() };
}

test('a copied button on another site opens the form at the first free day', async ({
  page,
  browser,
  login,
  words,
  axe,
  at,
  baseURL,
}) => {
  const clinic = baseURL ?? '';
  await login(page, 'admin');
  await page.goto('/admin/connections');
  const card = page.getByRole('region', { name: words('connections.button.title') });
  const branch = card.getByLabel(words('connections.button.branch'));
  await branch.selectOption({ index: 1 });
  const location = await branch.inputValue();
  const branchName = await branch.locator('option:checked').innerText();
  const preview = card.getByRole('link', { name: words('connections.button.preview') });
  await expect(preview).toHaveAttribute('href', `${clinic}${at('/book')}?location=${location}`);
  await axe(page);
  const copied = await card.getByLabel(words('connections.button.html')).inputValue();

  const marked = '<button data-clinic-visit>1</button><span data-clinic-visit lang="ar-EG">2</span>';
  const policy = (script: string) => `default-src 'none'; script-src ${script}; connect-src ${clinic}`;
  const site = await otherSite(copied + marked, policy(clinic));
  const without = await otherSite(copied, policy("'none'"));
  const context = await browser.newContext();
  const there = await context.newPage();
  const refused: string[] = [];
  there.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  const sent: Request[] = [];
  there.on('request', (request) => request.url().startsWith(clinic) && sent.push(request));
  try {
    const asked = there.waitForResponse(/\/api\/earliest/);
    await there.goto(site.url);
    const earliest = (await (await asked).json()) as Earliest[];
    const first = earliest.find(({ locationId }) => String(locationId) === location);
    const link = there.getByRole('link').first();
    const filledIn = `${clinic}${at('/book')}?location=${location}&date=${first?.date}`;
    await expect(link).toHaveAttribute('href', filledIn);
    await expect(link).toHaveCSS('background-color', 'rgb(90, 35, 80)');
    await expect(there.getByRole('link', { name: '2' })).toHaveAttribute('href', `${clinic}/ar/book`);
    const headers = (await there.request.get(`${clinic}/book-button-1.js`)).headers();
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=3600, stale-while-revalidate=604800',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(sent.map((request) => new URL(request.url()).pathname)).toEqual([
      '/book-button-1.js',
      '/api/earliest',
    ]);
    for (const name of ['cookie', 'referer'])
      expect(await Promise.all(sent.map((request) => request.headerValue(name)))).toEqual([null, null]);
    expect([await context.cookies(), refused]).toEqual([[], []]);

    await link.focus();
    await there.keyboard.press('Enter');
    await there.waitForURL(filledIn);
    await expect(there.locator('[data-step=book-location]')).toContainText(branchName);

    // If the site blocks the script, the link works, but without the day.
    await there.goto(without.url);
    await expect(link).toHaveAttribute('href', `${clinic}${at('/book')}?location=${location}`);
  } finally {
    await context.close();
    site.close();
    without.close();
  }
});
