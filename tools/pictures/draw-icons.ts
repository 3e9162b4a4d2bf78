/**
 * Draws into web/public what phones and messengers show of the site: icons from the brand mark, and preview
 * pictures from the first screen of a running demo.
 * `npx tsx tools/pictures/draw-icons.ts http://127.0.0.1:3000`
 */
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { langs, localPath } from '#shared/domain/languages.ts';
import { chromiumSwitches, findChromium } from '../chromium/chromium.mjs';

const folder = 'web/public';
const sand = '#FBF7F2';
const mark = readFileSync(`${folder}/favicon.svg`, 'utf8');
const inside = mark.replace(/<svg[^>]*>|<\/svg>\s*$/g, '');

/** The mark centred in a square; `share` is its part of the side. */
const square = (ground: string, share: number): Buffer => {
  const side = 42 / share;
  const at = (side - 42) / 2;
  const drawn = `<rect width="${side}" height="${side}" fill="${ground}"/><g transform="translate(${at} ${at})">${inside}</g>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="512" height="512">${drawn}</svg>`,
  );
};

async function drawIcons(): Promise<void> {
  const png = (source: Buffer, size: number, name: string) =>
    sharp(source, { density: 300 })
      .resize(size, size)
      .png({ palette: true, effort: 10 })
      .toFile(`${folder}/${name}`);
  const silhouette = mark.replace(/fill="#5A2350"/, 'fill="#fff"').replace(/<circle[\s\S]*<\/g>/, '');
  await png(square(sand, 0.78), 192, 'icon-192.png');
  await png(square(sand, 0.78), 512, 'icon-512.png');
  await png(square(sand, 0.58), 512, 'icon-maskable-512.png');
  await png(square(sand, 0.74), 180, 'apple-touch-icon.png');
  await png(Buffer.from(silhouette), 96, 'badge-96.png');
}

/** The hero without its controls: name, title, drawing. */
const previewLook = `
  [data-island=header] :is(nav, button, [hreflang]), #home ul, #home a { display: none !important }
  [data-island=header] header { background: none; border: 0 }
  #home > div { grid-template-columns: 1.1fr .9fr !important; min-height: 552px !important; column-gap: 24px }
  #home h1 { font-size: 72px } #home svg { max-height: 540px }
  :is(main > :not(#home), footer) { display: none !important } body { background: ${sand} }`;

async function drawPreviews(origin: string): Promise<void> {
  const { path, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath: path,
    env: { ...process.env, ...env },
    args: chromiumSwitches,
  });
  for (const lang of langs) {
    const context = await browser.newContext({
      viewport: { width: 1200, height: 630 },
      colorScheme: 'light',
      bypassCSP: true,
    });
    await context.addCookies([{ name: 'lang', value: lang, url: origin }]);
    await context.addInitScript(() => sessionStorage.setItem('splashed', '1'));
    const page = await context.newPage();
    await page.goto(`${origin}${localPath('/', lang)}`, { waitUntil: 'networkidle' });
    await page.addStyleTag({ content: previewLook });
    const picture = await page.screenshot();
    await sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toFile(`${folder}/og-${lang}.png`);
    await context.close();
  }
  await browser.close();
}

await drawIcons();
const [origin] = process.argv.slice(2);
if (origin) await drawPreviews(origin);
console.log(`drawn into ${folder}`);
