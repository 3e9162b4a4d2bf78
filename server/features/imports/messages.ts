import type { Deps } from '#server/deps.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { ImportRow } from '#shared/contract/connections/imports.ts';
import type { Why, WhyCode } from '#shared/domain/imports/verdicts.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { formatDate, formatTime } from '#shared/domain/time-words.ts';
import { say } from '#shared/messages/dictionaries.ts';
import type { ImportWork } from './queries.ts';
import type { RowWork } from './row-queries.ts';

/** What sentences about rows are made of, in the reader's language. */
export interface Speaking {
  readonly lang: Lang;
  readonly prefix: string;
  readonly placeOf: (id: number) => string;
}

export async function speaking(deps: Deps, lang: Lang): Promise<Speaking> {
  const [{ prefix }, places] = await Promise.all([currentSettings(deps), currentLocations(deps)]);
  const names = new Map(places.map(({ id, name, nameAr }) => [id, (lang === 'ar' && nameAr) || name]));
  return { lang, prefix, placeOf: (id) => names.get(id) ?? '' };
}

/** Of a row that comes in, what it brings; of any other, why not. */
function whyOf({ verdict, why, matchId, sameAs, meant }: RowWork): Why {
  const visit = meant?.visit;
  const params = {
    ...(visit ? { date: visit.date, time: visit.time, location: visit.locationId } : {}),
    ...(matchId === null ? {} : { patient: matchId }),
    ...(sameAs === null ? {} : { row: sameAs }),
  };
  if (why) return { ...why, params: { ...params, ...why.params } };
  const pair = (alone: WhyCode, withVisit: WhyCode): Why => ({ code: visit ? withVisit : alone, params });
  if (verdict === 'same')
    return sameAs === null ? pair('known', 'knownVisit') : pair('sameRow', 'sameRowVisit');
  return pair('newPatient', 'newPatientVisit');
}

/** What somebody wrote keeps its own direction within the sentence. */
const apart = (text: string): string => (text === '' ? '' : `\u2068${text}\u2069`);

/** The sentence for a row: what will happen, or what is wrong, in which column, and how to mend it. */
export function sentenceOf(
  row: RowWork,
  { headings }: Pick<ImportWork, 'headings'>,
  speaker: Speaking,
): string {
  const { lang, prefix, placeOf } = speaker;
  const { code, column, params = {} } = whyOf(row);
  const { date, time, patient, location, names = '', namesAr = '', ...rest } = params;
  const sentence = say(lang, `import.why.${code}`, {
    ...Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [key, typeof value === 'string' ? apart(value) : value]),
    ),
    names: apart(String(lang === 'ar' ? namesAr : names)),
    ...(typeof date === 'string' ? { date: formatDate(lang, date) } : {}),
    ...(typeof time === 'string' ? { time: formatTime(lang, time) } : {}),
    ...(typeof patient === 'number' ? { reference: apart(referenceCode(prefix, patient)) } : {}),
    ...(typeof location === 'number' ? { branch: apart(placeOf(location)) } : {}),
  });
  const heading = column === undefined ? undefined : headings[column];
  return heading === undefined
    ? sentence
    : say(lang, 'import.why.inColumn', { column: apart(heading), sentence });
}

const alike: readonly WhyCode[] = ['soundsAlike', 'soundsAlikeRow', 'sameName', 'dayOrder'];

/** A row as the API shows it. */
export function presentRow(row: RowWork, work: ImportWork, speaker: Speaking): ImportRow {
  const cellOf = (field: (typeof work.columns)[number]) => row.cells[work.columns.indexOf(field)] ?? '';
  const { meant, why } = row;
  return {
    row: row.n,
    name: meant?.name ?? cellOf('name'),
    phone: meant?.phone ? formatPhone(meant.phone) : cellOf('phone'),
    verdict: row.verdict ?? 'wrong',
    why: sentenceOf(row, work, speaker),
    column: why?.column ?? null,
    undecided: row.verdict === 'doubtful' && why !== null && alike.includes(why.code),
    cells: row.cells,
  };
}
