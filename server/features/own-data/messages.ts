import { type CopyPart, copyParts } from '#server/db/person-columns.ts';
import { splitCalendar } from '#shared/domain/clinic-time.ts';
import { formatDate, formatInstant, formatLongDate, formatTime } from '#shared/domain/format-time.ts';
import { dirOf, type Lang } from '#shared/domain/languages.ts';
import { formatNumber } from '#shared/messages/catalogue.ts';
import { isMessage, say } from '#shared/messages/dictionaries.ts';

export type DataRow = Readonly<Record<string, unknown>>;
/** Stored data of a person, by part. */
export type OwnData = Readonly<Record<CopyPart, readonly DataRow[]>>;

interface Heading {
  readonly lang: Lang;
  readonly reference: string;
  readonly clinic: string;
  readonly at: Date;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

const comma: Record<Lang, string> = { en: ', ', ar: '، ' };

/** Fields whose values are translated, and the prefix of their keys. */
const translatedFields: Readonly<Record<string, (value: string) => string>> = {
  status: (value) => `status.${value}`,
  action: (value) => `logs.action.${value}`,
  role: (value) => `copy.by.${value}`,
  relation: (value) => `copy.relation.${value}`,
  way: (value) => `copy.way.${value}`,
  channels: (value) => `copy.way.${value}`,
  parts: (value) => `copy.way.${value}`,
  outcome: (value) => `copy.outcome.${value}`,
  locale: (value) => `copy.language.${value}`,
};

/** A value for reading: times in the person's language, lists with commas, translated words. */
function formatCopyValue(lang: Lang, field: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => formatCopyValue(lang, field, one)).join(comma[lang]);
  if (value instanceof Date) return formatInstant(lang, value);
  if (typeof value === 'number') return field === 'birthYear' ? String(value) : formatNumber(lang, value);
  if (typeof value === 'boolean') return say(lang, value ? 'copy.yes' : 'copy.no');
  if (typeof value !== 'string') return JSON.stringify(value);
  const key = translatedFields[field]?.(value);
  if (key && isMessage(key)) return say(lang, key);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDate(lang, value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatInstant(lang, value);
  if (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) {
    const { date, time } = splitCalendar(value);
    return [formatLongDate(lang, date), formatTime(lang, time)].join(comma[lang]);
  }
  return value;
}

function renderCopyField(lang: Lang, [field, value]: [string, unknown]): string {
  const key = `copy.field.${field}`;
  const label = isMessage(key) ? say(lang, key) : field;
  return `<div><dt>${escaped(label)}</dt><dd dir="auto">${escaped(formatCopyValue(lang, field, value))}</dd></div>`;
}

function renderCopyPart(lang: Lang, part: CopyPart, rows: readonly DataRow[]): string {
  const listed = rows
    .map(
      (row) =>
        `<li><dl>${Object.entries(row)
          .map((one) => renderCopyField(lang, one))
          .join('')}</dl></li>`,
    )
    .join('\n');
  return `<section aria-labelledby="${part}"><h2 id="${part}">${escaped(say(lang, `copy.part.${part}`))}</h2>
${rows.length === 0 ? `<p>${escaped(say(lang, 'copy.nothing'))}</p>` : `<ol>${listed}</ol>`}</section>`;
}

const edge = 'border:1px solid;border-color:color-mix(in srgb,currentColor 25%,transparent)';
const styles = `:root{color-scheme:light dark}
body{max-width:760px;margin:0 auto;padding:24px 16px 64px;font:17px/1.65 Tahoma,Arial,sans-serif}
h1{font-size:1.7rem;line-height:1.3}h2{margin:40px 0 8px;font-size:1.25rem}
nav ul{padding-inline-start:20px}ol{list-style:none;padding:0;display:grid;gap:12px}
li>dl{${edge};border-radius:12px;padding:12px 16px}
dl{margin:0;display:grid;gap:6px}dt{font-size:.875rem;opacity:.8}
dd{margin:0;white-space:pre-line;overflow-wrap:anywhere}
@media(min-width:560px){dl>div{display:grid;grid-template-columns:180px 1fr;gap:12px}}`;

/** The page of a copy: all data under headings, readable offline on any screen. */
export function copyPage(data: OwnData, { lang, reference, clinic, at }: Heading): string {
  const title = escaped(say(lang, 'copy.page.title'));
  const contents = copyParts
    .map((part) => `<li><a href="#${part}">${escaped(say(lang, `copy.part.${part}`))}</a></li>`)
    .join('');
  const intro = escaped(say(lang, 'copy.page.intro', { clinic, at: formatInstant(lang, at) }));
  return `<!doctype html>
<html lang="${lang}" dir="${dirOf(lang)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><style>${styles}</style></head><body><main>
<h1>${title} <bdi dir="ltr">${escaped(reference)}</bdi></h1><p>${intro}</p>
<p>${escaped(say(lang, 'copy.page.leftOut'))}</p>
<nav aria-label="${escaped(say(lang, 'copy.page.contents'))}"><ul>${contents}</ul></nav>
${copyParts.map((part) => renderCopyPart(lang, part, data[part])).join('\n')}
</main></body></html>
`;
}
