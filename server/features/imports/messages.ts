import type { Deps } from '#server/deps.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { ImportRow } from '#shared/contract/connections/imports.ts';
import { formatDate, formatTime } from '#shared/domain/format-time.ts';
import {
  isReadingDoubt,
  patientDoubts,
  type VerdictReason,
  type WhyCode,
} from '#shared/domain/imports/verdicts.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { formatPhone } from '#shared/domain/people/phone-text.ts';
import { referenceCode } from '#shared/domain/people/reference-code.ts';
import { say } from '#shared/messages/dictionaries.ts';
import type { ImportRecord } from './queries.ts';
import type { ImportRowRecord } from './row-queries.ts';

/** Parts of sentences about rows, in the reader's language. */
export interface SentenceContext {
  readonly lang: Lang;
  readonly prefix: string;
  readonly placeOf: (id: number) => string;
}

export async function loadSentenceContext(deps: Deps, lang: Lang): Promise<SentenceContext> {
  const [{ prefix }, places] = await Promise.all([currentSettings(deps), currentLocations(deps)]);
  const names = new Map(places.map(({ id, name, nameAr }) => [id, (lang === 'ar' && nameAr) || name]));
  return { lang, prefix, placeOf: (id) => names.get(id) ?? '' };
}

/** What a row will import, or the reason why it is left out. */
function computeReason({ verdict, why, matchId, sameAs, meant }: ImportRowRecord): VerdictReason {
  const visit = meant?.visit;
  const params = {
    ...(visit ? { date: visit.date, time: visit.time, location: visit.locationId } : {}),
    ...(matchId === null ? {} : { patient: matchId }),
    ...(sameAs === null ? {} : { row: sameAs }),
  };
  if (why) return { ...why, params: { ...params, ...why.params } };
  const pair = (alone: WhyCode, withVisit: WhyCode): VerdictReason => ({
    code: visit ? withVisit : alone,
    params,
  });
  if (verdict === 'same')
    return sameAs === null ? pair('known', 'knownVisit') : pair('sameRow', 'sameRowVisit');
  return pair('newPatient', 'newPatientVisit');
}

/** Values from the file keep their own text direction within the sentence. */
const isolateDirection = (text: string): string => (text === '' ? '' : `\u2068${text}\u2069`);

type WithHeadings = Pick<ImportRecord, 'headings'>;

function formatReason(
  { code, column, params = {} }: VerdictReason,
  { headings }: WithHeadings,
  speaker: SentenceContext,
): string {
  const { lang, prefix, placeOf } = speaker;
  const { date, time, patient, location, names = '', namesAr = '', ...rest } = params;
  const said = say(lang, `import.why.${code}`, {
    ...Object.fromEntries(
      Object.entries(rest).map(([key, value]) => [
        key,
        typeof value === 'string' ? isolateDirection(value) : value,
      ]),
    ),
    names: isolateDirection(String(lang === 'ar' ? namesAr : names)),
    ...(typeof date === 'string' ? { date: formatDate(lang, date) } : {}),
    ...(typeof time === 'string' ? { time: formatTime(lang, time) } : {}),
    ...(typeof patient === 'number' ? { reference: isolateDirection(referenceCode(prefix, patient)) } : {}),
    ...(typeof location === 'number' ? { branch: isolateDirection(placeOf(location)) } : {}),
  });
  const heading = column === undefined ? undefined : headings[column];
  return heading === undefined
    ? said
    : say(lang, 'import.why.inColumn', { column: isolateDirection(heading), sentence: said });
}

/** Maximum length of a quoted note. */
const maxQuotedNote = 160;

/** Additional effects of a row: a time that the list lacks, values that are saved as notes. */
function listRowEffects({ meant, verdict, why }: ImportRowRecord, { lang }: SentenceContext): string[] {
  if (!meant || verdict === 'wrong') return [];
  const { visit, note, phone2 } = meant;
  const isThere = why?.code === 'visitThere';
  const isSame = verdict === 'same';
  const shown = note.length > maxQuotedNote ? `${note.slice(0, maxQuotedNote)}…` : note;
  return [
    ...(visit && !visit.timed && !isThere
      ? [say(lang, 'import.why.noTime', { time: formatTime(lang, visit.time) })]
      : []),
    ...(note === ''
      ? []
      : [say(lang, 'import.why.noteKept', { note: isolateDirection(shown.replaceAll('\n', ' · ')) })]),
    ...(isSame && phone2 !== null ? [say(lang, 'import.why.phoneKept')] : []),
    ...(isSame && note === '' && phone2 === null && (visit === null || isThere)
      ? [say(lang, 'import.why.nothingAdded')]
      : []),
  ];
}

/** The sentences for a row: what will happen, or what is wrong, in which column, and how to correct it. */
export function describeRow(row: ImportRowRecord, work: WithHeadings, speaker: SentenceContext): string {
  const why = computeReason(row);
  const all = [why, ...(why.also ?? [])].map((one) => formatReason(one, work, speaker));
  return [...all, ...listRowEffects(row, speaker)].join(' ');
}

const staffQuestionOf = (code: WhyCode): ImportRow['question'] =>
  isReadingDoubt(code) ? 'reading' : (patientDoubts as readonly WhyCode[]).includes(code) ? 'patient' : null;

/** A row as the API shows it. */
export function presentRow(row: ImportRowRecord, work: ImportRecord, speaker: SentenceContext): ImportRow {
  const cellOf = (...fields: (typeof work.columns)[number][]) =>
    fields.flatMap((field) => row.cells[work.columns.indexOf(field)] || []).join(' ');
  const { meant, why } = row;
  return {
    row: row.n,
    name: meant?.name ?? cellOf('name', 'firstName', 'lastName'),
    phone: meant?.phone ? formatPhone(meant.phone) : cellOf('phone'),
    verdict: row.verdict ?? 'wrong',
    why: describeRow(row, work, speaker),
    column: why?.column ?? null,
    question: row.verdict === 'doubtful' && why ? staffQuestionOf(why.code) : null,
    sameRow: row.verdict === 'doubtful' && why?.code === 'soundsAlikeRow' ? Number(why.params?.row) : null,
    cells: row.cells,
  };
}
