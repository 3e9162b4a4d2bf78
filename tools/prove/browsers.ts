import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lang, langs } from '#shared/domain/languages.ts';
import { bilingualPages, openedPages } from '../../e2e/opened-pages.ts';
import { isInstalled } from '../set-up/processes.mjs';
import { withDemoServer } from '../test-run/demo-server.mjs';
import { type Clinic, clinicAt } from './browsers/clinic.ts';
import { type Engine, person } from './browsers/engine.ts';
import { firefox } from './browsers/firefox.ts';
import { journeys, walk } from './browsers/journeys.ts';
import { miniBrowser, webKit } from './browsers/webkit.ts';
import { wanted } from './packages.ts';

// Other engines than Chromium, in the demo clinic: a patient's core journeys in Firefox ESR, and every page
// once in WebKitGTK (the engine of Safari, but not Safari). Both in English and Arabic. Errors that browsers
// report to the clinic (exceptions, files blocked by the content policy) are failures. `BROWSERS_ONLY` names
// one engine.
const only = process.env.BROWSERS_ONLY ?? '';
const complaints: string[] = [];

async function inFirefox(executable: string, clinic: Clinic): Promise<void> {
  let done = 0;
  let name = '';
  for (const lang of langs)
    for (const journey of Object.keys(journeys)) {
      const engine = await firefox(executable);
      name = engine.name;
      try {
        await walk(engine, clinic, lang, journey);
        done += 1;
      } catch (error) {
        complaints.push(`${name}, ${lang}: ${journey}: ${String(error)}`);
      } finally {
        await engine.close();
      }
    }
  console.log(`  ${name}: ${done} of ${langs.length * Object.keys(journeys).length} journeys`);
}

interface PageState {
  readonly title: string;
  readonly dir: string;
  readonly overflow: number;
  readonly width: number;
}

/** State of a page after its script has run. */
const lookScript = `
  const { dir, scrollWidth, clientWidth } = document.documentElement;
  return { title: document.title, dir, overflow: scrollWidth - clientWidth, width: clientWidth };`;

async function checkPage(engine: Engine, url: string, lang: Lang): Promise<string[]> {
  await engine.open(url);
  await person(engine).sees({ css: 'h1' });
  let found: string[] = [];
  // While content loads, the page may be too wide for a moment.
  for (let tries = 0; tries < 20; tries++) {
    const { title, dir, overflow, width } = await engine.run<PageState>(lookScript);
    found = [
      ...(title === '' ? ['no title'] : []),
      ...(dir === (lang === 'ar' ? 'rtl' : 'ltr') ? [] : [`direction ${dir}`]),
      ...(overflow > 0 ? [`${overflow} px wider than ${width} px`] : []),
    ];
    if (found.length === 0) break;
    await sleep(250);
  }
  return found;
}

/** All pages of one kind of user, in one language. */
async function pagesOf(
  who: keyof typeof openedPages,
  lang: Lang,
  { engine, clinic }: { engine: Engine; clinic: Clinic },
): Promise<number> {
  await engine.open(`${clinic.origin}/offline`);
  await engine.run(`document.cookie = 'lang=' + arguments[0] + '; path=/';`, lang);
  if (who !== 'nobody')
    await engine.run(
      `const asked = new XMLHttpRequest();
       asked.open('POST', '/api/auth/login', false);
       asked.setRequestHeader('content-type', 'application/json');
       asked.send(JSON.stringify({ username: arguments[0], password: 'demo-clinic' }));`,
      who,
    );
  for (const path of openedPages[who]) {
    const isPublic = bilingualPages.includes(path);
    const address = isPublic && lang === 'ar' ? `/ar${path === '/' ? '' : path}` : path;
    const found = await checkPage(engine, `${clinic.origin}${address}`, lang).catch((error) => [
      String(error),
    ]);
    complaints.push(...found.map((what) => `${engine.name}, ${lang}, ${who}: ${path}: ${what}`));
  }
  return openedPages[who].length;
}

async function inWebKit(binary: string, clinic: Clinic): Promise<void> {
  let pages = 0;
  let name = '';
  for (const lang of langs)
    for (const who of Object.keys(openedPages) as (keyof typeof openedPages)[]) {
      const engine = await webKit(binary);
      name = engine.name;
      try {
        pages += await pagesOf(who, lang, { engine, clinic });
      } finally {
        await engine.close();
      }
    }
  console.log(`  ${name}: ${pages} pages`);
}

const firefoxPath = '/usr/bin/firefox-esr';
const hasWebKit = miniBrowser !== undefined && isInstalled('WebKitWebDriver') && isInstalled('xvfb-run');

await withDemoServer(async (origin: string) => {
  const clinic = await clinicAt(origin);
  if (!'Firefox'.includes(only)) console.log('  Firefox left out');
  else if (existsSync(firefoxPath)) await inFirefox(firefoxPath, clinic);
  else console.log(`  Firefox not tried: ${wanted(['firefox-esr'])}`);
  if (!'WebKitGTK'.includes(only)) console.log('  WebKitGTK left out');
  else if (hasWebKit && miniBrowser) await inWebKit(miniBrowser, clinic);
  else console.log(`  WebKitGTK not tried: ${wanted(['webkit2gtk-driver', 'xvfb'])}`);
  // `0`: a request that ended because its page was left; these engines report that, Chromium does not.
  complaints.push(...(await clinic.errors()).filter((what) => !what.startsWith('0 · ')));
});
for (const what of complaints) console.log(`    ${what}`);
process.exitCode = complaints.length > 0 ? 1 : 0;
