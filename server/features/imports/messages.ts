import type { Deps } from '#server/deps.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { ImportRow } from '#shared/contract/connections/imports.ts';
import { isReadingDoubt, patientDoubts, type Why, type WhyCode } from '#shared/domain/imports/verdicts.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { formatDate, formatTime } from '#shared/domain/time-words.ts';
import { say } from '#shared/messages/dictionaries.ts';
import type { ImportWork } from './queries.ts';
import type { RowWork } from './row-queries.ts';

/** Parts of sentences about rows, in the reader's language. */
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

/** What a row will import, or the reason why it is left out. */
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

/** Values from the file keep their own text direction within the sentence. */
const apart = (text: string): string => (text === '' ? '' : `\u2068${text}\u2069`);

type Headed = Pick<ImportWork, 'headings'>;

function sentence({ code, column, params = {} }: Why, { headings }: Headed, speaker: Speaking): string {
  const { lang, prefix, placeOf } = speaker;
  const { date, time, patient, location, names = '', namesAr = '', ...rest } = params;
  const said = say(lang, `import.why.${code}`, {
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
    ? said
    : say(lang, 'import.why.inColumn', { column: apart(heading), sentence: said });
}

/** Maximum length of a quoted note. */
const longestNote = 160;

/** Additional effects of a row: a time that the list lacks, values that are saved as notes. */
function consequences({ meant, verdict, why }: RowWork, { lang }: Speaking): string[] {
  if (!meant || verdict === 'wrong') return [];
  const { visit, note, phone2 } = meant;
  const isThere = why?.code === 'visitThere';
  const isSame = verdict === 'same';
  const shown = note.length > longestNote ? `${note.slice(0, longestNote)}…` : note;
  return [
    ...(visit && !visit.timed && !isThere
      ? [say(lang, 'import.why.noTime', { time: formatTime(lang, visit.time) })]
      : []),
    ...(note === ''
      ? []
      : [say(lang, 'import.why.noteKept', { note: apart(shown.replaceAll('\n', ' · ')) })]),
    ...(isSame && phone2 !== null ? [say(lang, 'import.why.phoneKept')] : []),
    ...(isSame && note === '' && phone2 === null && (visit === null || isThere)
      ? [say(lang, 'import.why.nothingAdded')]
      : []),
  ];
}

/** The sentences for a row: what will happen, or what is wrong, in which column, and how to correct it. */
export function sentenceOf(row: RowWork, work: Headed, speaker: Speaking): string {
  const why = whyOf(row);
  const all = [why, ...(why.also ?? [])].map((one) => sentence(one, work, speaker));
  return [...all, ...consequences(row, speaker)].join(' ');
}

const questionOf = (code: WhyCode): ImportRow['question'] =>
  isReadingDoubt(code) ? 'reading' : (patientDoubts as readonly WhyCode[]).includes(code) ? 'patient' : null;

/** A row as the API shows it. */
export function presentRow(row: RowWork, work: ImportWork, speaker: Speaking): ImportRow {
  const cellOf = (...fields: (typeof work.columns)[number][]) =>
    fields.flatMap((field) => row.cells[work.columns.indexOf(field)] || []).join(' ');
  const { meant, why } = row;
  return {
    row: row.n,
    name: meant?.name ?? cellOf('name', 'firstName', 'lastName'),
    phone: meant?.phone ? formatPhone(meant.phone) : cellOf('phone'),
    verdict: row.verdict ?? 'wrong',
    why: sentenceOf(row, work, speaker),
    column: why?.column ?? null,
    question: row.verdict === 'doubtful' && why ? questionOf(why.code) : null,
    sameRow: row.verdict === 'doubtful' && why?.code === 'soundsAlikeRow' ? Number(why.params?.row) : null,
    cells: row.cells,
  };
}
