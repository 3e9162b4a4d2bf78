// `npx tsx tools/words/side-by-side.ts [area…] > words.html`: every text in English and Arabic side by side,
// as a page to read, print or mark. An area is a file of shared/messages/en; default: all texts of visitors
// and patients.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Dictionary, Sentence } from '../../shared/messages/catalogue.ts';

const folder = join(import.meta.dirname, '../../shared/messages');
/** Areas that visitors and patients read. */
const patients =
  /^(account|booking|calendar|common|copy|errors|errors-answers|family|mail|offer|privacy|public|session|waiting)(-|$)/;
const staff = /-staff$|^mail-staff/;

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

const cell = (sentence: Sentence | undefined): string =>
  typeof sentence === 'string'
    ? escaped(sentence)
    : Object.entries(sentence ?? {})
        .map(([form, text]) => `<small>${form}</small> ${escaped(text)}`)
        .join('<br>');

async function dictionaryOf(lang: string, area: string): Promise<Dictionary> {
  const file = pathToFileURL(join(folder, lang, `${area}.ts`)).href;
  const [dictionary] = Object.values((await import(file)) as Record<string, Dictionary>);
  return dictionary ?? {};
}

async function tableOf(area: string): Promise<string> {
  const [english, arabic] = [await dictionaryOf('en', area), await dictionaryOf('ar', area)];
  const rows = Object.keys(english).map(
    (key) =>
      `<tr><td><code>${key}</code><td>${cell(english[key])}<td dir="rtl" lang="ar">${cell(arabic[key])}</tr>`,
  );
  return `<h2>${area}</h2><table>${rows.join('\n')}</table>`;
}

const areas = readdirSync(join(folder, 'en')).map((file) => file.replace(/\.ts$/, ''));
const asked = process.argv.slice(2);
const unknown = asked.filter((area) => !areas.includes(area));
if (unknown.length > 0) {
  console.error(`Unknown area: ${unknown.join(', ')}. There are ${areas.join(', ')}.`);
  process.exit(1);
}
const chosen = asked.length > 0 ? asked : areas.filter((area) => patients.test(area) && !staff.test(area));
const tables = await Promise.all(chosen.map(tableOf));
console.log(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Texts in English and Arabic</title>
<style>body{font:16px/1.6 sans-serif;margin:2em}table{border-collapse:collapse;width:100%;table-layout:fixed}
td{border:1px solid #ccc;padding:.4em .6em;vertical-align:top;overflow-wrap:anywhere}td:first-child{width:18%}
code,small{color:#777;font-size:12px}</style>
<h1>Texts in English and Arabic</h1>
${tables.join('\n')}`);
