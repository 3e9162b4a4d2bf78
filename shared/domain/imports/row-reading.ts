import { addDays, type ClinicClock, isLater, isRealWallTime } from '../clinic-time.ts';
import { normalisePhone } from '../people/phone.ts';
import { westernDigits } from '../people/phone-text.ts';
import { fold } from '../people/search.ts';
import type { AppointmentStatus } from '../visits/appointment-status.ts';
import type { ImportField } from './columns.ts';
import { clockAfterDay, type DayOrder, type FoundOrder, readClock, readDay } from './dates.ts';
import type { Meant, MeantVisit, Why, WhyCode } from './verdicts.ts';

/** Something of the clinic that a cell may name. */
export interface Named {
  readonly id: number;
  /** In every language and form it is called by. */
  readonly names: readonly string[];
}

/** What the rows of a file are read by. */
export interface Reading {
  readonly columns: readonly ImportField[];
  readonly order: Exclude<DayOrder, 'auto'> | FoundOrder;
  readonly clock: Pick<ClinicClock, 'date' | 'time'>;
  readonly locations: readonly Named[];
  readonly services: readonly (Named & { readonly minutes: number })[];
  readonly doctors: readonly Named[];
  /** Of rows that name none. */
  readonly locationId: number | null;
  readonly serviceId: number | null;
  /** Where a visit of the past has no time. */
  readonly usualTime: string;
}

/** `doubt`: it can be read so, and somebody should say whether it is meant so. */
export type RowRead = { meant: Meant; doubt: Why | null } | { wrong: Why };

const longest = { name: 200, email: 254, paperFile: 40, notes: 2000 } as const;
const mail = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/;
const unseen = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c\u0000-\u0008\u000b-\u001f]/g;

/** What our own files put before a cell that a spreadsheet would run: the report is brought in again. */
const saved = /^'(?=\s*[=+\-@])/;

/** What a formula shows that found nothing. */
const formulaError = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$/;

class Wrong extends Error {
  readonly why: Why;
  constructor(code: WhyCode, column: number, params?: Why['params']) {
    super(code);
    this.why = { code, ...(column < 0 ? {} : { column }), ...(params ? { params } : {}) };
  }
}

/** The one that a cell names: by its whole name, else the only one that has these words in its name. */
function namedBy<T extends Named>(text: string, among: readonly T[]): T | undefined {
  const asked = fold(text);
  const whole = among.find(({ names }) => names.some((name) => fold(name) === asked));
  if (whole || asked.length < 3) return whole;
  const holding = among.filter(({ names }) =>
    names.some((name) => fold(name).includes(asked) || (fold(name).length > 3 && asked.includes(fold(name)))),
  );
  return holding.length === 1 ? holding[0] : undefined;
}

const statusWords: readonly (readonly [AppointmentStatus, readonly string[]])[] = [
  ['attended', ['attended', 'done', 'came', 'completed', 'seen', 'حضرت', 'تم', 'تمت', 'حضر', 'تم الكشف']],
  ['cancelled', ['cancelled', 'canceled', 'ألغيت', 'ملغي', 'ملغية', 'ملغاة', 'الغاء', 'إلغاء']],
  ['no_show', ['no show', 'no-show', 'noshow', 'missed', 'لم تحضر', 'لم يحضر', 'غياب', 'غائبة']],
  ['confirmed', ['confirmed', 'booked', 'مؤكد', 'مؤكدة', 'محجوز', 'حجز']],
  ['pending', ['pending', 'waiting', 'قيد الانتظار', 'انتظار', 'معلق']],
];

function statusOf(text: string): AppointmentStatus | undefined {
  const asked = fold(text);
  return statusWords.find(([, words]) => words.some((word) => fold(word) === asked))?.[0];
}

/** An Egyptian mobile that a spreadsheet took for a number has lost its zero. */
const withZero = (digits: string): string => (/^1[0125]\d{8}$/.test(digits) ? `0${digits}` : digits);

/** A number as a spreadsheet shortens it: 1.00E+09. */
const rounded = /^\d(?:[.,](\d+))?e\+?(\d{1,2})$/i;

function readPhone(text: string, column: number): string | null {
  if (text === '') return null;
  const western = westernDigits(text);
  const [, digitsKept = '', exponent] = rounded.exec(western) ?? [];
  if (digitsKept.length < Number(exponent)) throw new Wrong('phoneRounded', column, { text });
  const typed = exponent ? String(Number(western.replace(',', '.'))) : western.replace(/\.0$/, '');
  const phone = normalisePhone(withZero(typed.replace(/[\s().-]/g, '')));
  if (phone !== null) return phone;
  const digits = typed.replace(/\D/g, '');
  const isMobile = /^0?1[0125]/.test(digits) && /^[\d\s().-]+$/.test(typed);
  const n = withZero(digits).length + (digits.startsWith('1') ? 1 : 0);
  if (isMobile && n !== 11) throw new Wrong(n < 11 ? 'phoneShort' : 'phoneLong', column, { n });
  throw new Wrong('phoneWrong', column, { text });
}

/** Reads one row by what its columns are; says what is wrong, where, and (in its sentence) how to mend it. */
export function readRow(cells: readonly string[], reading: Reading): RowRead {
  try {
    return meantBy(cells, reading);
  } catch (error) {
    if (error instanceof Wrong) return { wrong: error.why };
    throw error;
  }
}

function meantBy(cells: readonly string[], reading: Reading): RowRead {
  const at = (field: ImportField) => reading.columns.indexOf(field);
  const text = (field: ImportField) => {
    const found = (cells[at(field)] ?? '')
      .replace(unseen, '')
      .replace(saved, '')
      .replace(/[\s\u00a0]+/g, ' ')
      .trim();
    if (formulaError.test(found)) throw new Wrong('formulaError', at(field), { text: found });
    return found;
  };
  const within = (field: keyof typeof longest): string => {
    const found = text(field);
    if (found.length > longest[field]) throw new Wrong('long', at(field), { n: longest[field] });
    return found;
  };
  const name = within('name');
  if (!/\p{L}/u.test(name)) throw new Wrong('noName', at('name'));
  const [first = '', second = ''] = text('phone').split(/\s*[/،,;؛|]\s*/);
  const phone = readPhone(first, at('phone'));
  const other =
    text('phone2') === '' ? readPhone(second, at('phone')) : readPhone(text('phone2'), at('phone2'));
  const email = within('email');
  if (email !== '' && !mail.test(email)) throw new Wrong('emailWrong', at('email'), { text: email });
  const { visit, doubt } = visitOf(text, at, within('notes'), reading);
  const meant = {
    name,
    phone,
    phone2: other === phone ? null : other,
    email: email || null,
    birthDate: birthOf(text('birthDate'), at('birthDate'), reading),
    paperFile: within('paperFile') || null,
    visit,
  };
  return { meant, doubt };
}

function birthOf(text: string, column: number, { order, clock }: Reading): string | null {
  const thisYear = Number(clock.date.slice(0, 4));
  const day = readDay(text, order, thisYear);
  if (day === 'none') return null;
  if (day === 'unreadable') throw new Wrong('dayUnreadable', column, { text });
  if (day === 'missing') throw new Wrong('dayMissing', column, { text });
  const written =
    day.date > clock.date ? `${Number(day.date.slice(0, 4)) - 100}${day.date.slice(4)}` : day.date;
  if (written < `${thisYear - 120}` || written > clock.date) throw new Wrong('born', column, { text });
  return written;
}

/** Farther away than this is a slip of the pen. */
const years = { back: 60, ahead: 2 };

/** When on its day, as a cell of its own says or the one of the day. */
function timeOf(
  text: (field: ImportField) => string,
  at: (field: ImportField) => number,
  date: string,
): string | null {
  const own = text('visitTime');
  const time = own === '' ? clockAfterDay(text('visitDate')) : readClock(own);
  if (own !== '' && time === null) throw new Wrong('timeUnreadable', at('visitTime'), { text: own });
  if (time !== null && !isRealWallTime(date, time))
    throw new Wrong('timeSkipped', at(own === '' ? 'visitDate' : 'visitTime'), { date, time });
  return time;
}

function visitOf(
  text: (field: ImportField) => string,
  at: (field: ImportField) => number,
  notes: string,
  reading: Reading,
): { visit: MeantVisit | null; doubt: Why | null } {
  const { clock, order } = reading;
  const written = text('visitDate');
  const day = readDay(written, order, Number(clock.date.slice(0, 4)));
  if (day === 'none') return { visit: null, doubt: null };
  const column = at('visitDate');
  if (day === 'unreadable') throw new Wrong('dayUnreadable', column, { text: written });
  if (day === 'missing') throw new Wrong('dayMissing', column, { text: written });
  const { date } = day;
  if (date < addDays(clock.date, -366 * years.back) || date > addDays(clock.date, 366 * years.ahead))
    throw new Wrong('dayFar', column, { text: written, date });
  const time = timeOf(text, at, date);
  if (time === null && date >= clock.date) throw new Wrong('timeNeeded', at('visitTime'), { date });
  const ahead = isLater(date, `${time ?? reading.usualTime}:00`, clock);
  const location = one('branch', reading.locations, reading.locationId, text, at);
  const service = one('service', reading.services, reading.serviceId, text, at);
  const doctorText = text('doctor');
  const doctor =
    doctorText === ''
      ? undefined
      : namedBy(doctorText.replace(/^(?:dr\.?|د\.?\/?)\s*/i, ''), reading.doctors);
  if (doctorText !== '' && !doctor)
    throw new Wrong('doctorUnknown', at('doctor'), { text: doctorText, ...listed(reading.doctors) });
  const visit: MeantVisit = {
    date,
    time: time ?? reading.usualTime,
    minutes: service.minutes,
    locationId: location.id,
    serviceId: service.id,
    doctorId: doctor?.id ?? null,
    status: statusMeant(text('status'), at('status'), ahead),
    notes,
    ahead,
  };
  const doubt: Why | null =
    order === 'mixed' && day.open ? { code: 'dayOrder', column, params: { text: written, date } } : null;
  return { visit, doubt };
}

function statusMeant(text: string, column: number, ahead: boolean): AppointmentStatus {
  if (text === '') return ahead ? 'confirmed' : 'attended';
  const status = statusOf(text);
  if (!status) throw new Wrong('statusUnknown', column, { text });
  if (ahead && (status === 'attended' || status === 'no_show'))
    throw new Wrong('statusAhead', column, { text });
  return status;
}

/** What there is to choose from, in both languages. */
const listed = (among: readonly Named[]) => {
  const some = among.slice(0, 8);
  return {
    names: some.map(({ names }) => names[0] ?? '').join(', '),
    namesAr: some.map(({ names }) => names[1] ?? names[0] ?? '').join('، '),
  };
};

function one<T extends Named>(
  field: 'branch' | 'service',
  among: readonly T[],
  usual: number | null,
  text: (field: ImportField) => string,
  at: (field: ImportField) => number,
): T {
  const asked = text(field);
  const found = asked === '' ? among.find(({ id }) => id === usual) : namedBy(asked, among);
  if (found) return found;
  if (asked === '') throw new Wrong(`${field}Needed`, at(field));
  throw new Wrong(`${field}Unknown`, at(field), { text: asked, ...listed(among) });
}
