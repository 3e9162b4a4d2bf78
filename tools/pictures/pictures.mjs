// `node tools/go.mjs pictures`: takes every page at three widths, in both languages and themes, into
// .cache/pictures, and the chosen ones into docs/pictures.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from '../set-up/processes.mjs';
import { signIn, withDemoBrowser } from '../test-run/demo-browser.mjs';
import { addressOf, chosen, wanted } from './pictures-plan.mjs';

const all = join(root, '.cache/pictures');
const kept = join(root, 'docs/pictures');
const heights = { 360: 780, 768: 1024, 1440: 900 };
const locales = { en: 'en-GB', ar: 'ar-EG' };
/** Maximum height of a WebP picture, in pixels. */
const most = 16_000;

/** Takes the selected pictures; returns whether every page could be shown. */
export async function takePictures(words = process.argv.slice(3)) {
  mkdirSync(all, { recursive: true });
  mkdirSync(kept, { recursive: true });
  const pictures = wanted(words);
  const problems = [];
  await withDemoBrowser(async (browser, origin) => {
    for (const group of sameVisit(pictures)) await visit(browser, origin, group, problems);
  });
  for (const problem of problems) console.error(problem);
  console.log(
    `${pictures.length - problems.length} pictures in ${all}, of which ${pictures.filter(({ file }) => chosen.includes(file)).length} in ${kept}`,
  );
  return pictures.length > 0 && problems.length === 0;
}

/** Groups pictures that one browser window can take in sequence: same user, language, theme and width. */
function sameVisit(pictures) {
  const groups = new Map();
  for (const picture of pictures) {
    const key = [
      picture.scene.who ?? '',
      picture.lang,
      picture.theme,
      picture.width,
      picture.scene.splash ?? false,
    ].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), picture]);
  }
  return groups.values();
}

async function visit(browser, origin, pictures, problems) {
  const [{ scene, lang, theme, width }] = pictures;
  const context = await browser.newContext({
    baseURL: origin,
    locale: locales[lang],
    timezoneId: 'Africa/Cairo',
    colorScheme: theme,
    viewport: { width, height: heights[width] },
    deviceScaleFactor: width === 360 ? 2 : 1,
    isMobile: width === 360,
    hasTouch: width === 360,
    serviceWorkers: 'block',
  });
  try {
    await context.addCookies([{ name: 'lang', value: lang, url: origin }]);
    if (!scene.splash) await context.addInitScript(() => sessionStorage.setItem('splashed', '1'));
    if (scene.who) await signIn(context, origin, scene.who);
    const page = await context.newPage();
    for (const picture of pictures) {
      try {
        await take(page, picture);
      } catch (error) {
        problems.push(`${picture.file}: ${String(error.message).split('\n', 1)[0]}`);
      }
    }
  } finally {
    await context.close();
  }
}

async function take(page, { file, scene, lang }) {
  await page.goto('about:blank'); // otherwise a change of only the hash would not reload the page
  await page.goto(addressOf(scene, lang));
  if (scene.splash) await page.waitForTimeout(1800);
  else await settled(page, scene);
  const shown = scene.part ? page.locator(scene.part) : page;
  const png = await shown.screenshot({
    fullPage: scene.whole === true,
    animations: scene.splash ? 'allow' : 'disabled',
  });
  const picture = sharp(png).resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true });
  await picture
    .clone()
    .webp({ quality: 82 })
    .toFile(join(all, `${file}.webp`));
  if (chosen.includes(file))
    await picture
      .clone()
      .webp({ quality: 80, effort: 6 })
      .toFile(join(kept, `${file}.webp`));
}

/** Waits until the page is complete: islands hydrated, data, lazy images and fonts loaded. */
async function settled(page, { waitsFor, part, whole, presses = [] }) {
  await page.locator('main h1, main h2').first().waitFor();
  if (waitsFor) await page.locator(waitsFor).waitFor();
  if (part) await page.locator(part).scrollIntoViewIfNeeded();
  if (part) await page.evaluate(hideWhatFloats, part);
  if (whole)
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 500) {
        scrollTo(0, y);
        await new Promise((done) => setTimeout(done, 40));
      }
      scrollTo(0, 0);
    });
  for (const control of presses) await page.locator(control).click();
  await page.waitForFunction(
    () =>
      !document.querySelector(
        '[data-start=load]:not([data-alive]), main .skeleton, main [aria-busy=true], main .animate-spin',
      ),
  );
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(250);
}

/** Hides fixed and sticky elements, which would cover the section. Runs in the page. */
function hideWhatFloats(part) {
  for (const element of document.querySelectorAll('body *')) {
    const floats = ['sticky', 'fixed'].includes(getComputedStyle(element).position);
    if (floats && !element.closest(part)) element.style.setProperty('visibility', 'hidden');
  }
}
