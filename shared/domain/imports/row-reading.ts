import { addDays, type ClinicClock, isLater, isRealWallTime } from '../clinic-time.ts';
import { removeFormulaGuards } from '../csv.ts';
import { nameLine, visibleIn } from '../people/name-text.ts';
import { formatPhone } from '../people/phone-text.ts';
import { normalizeForSearch } from '../people/search.ts';
import type { AppointmentStatus } from '../visits/appointment-status.ts';
import { isBlank } from './blank-values.ts';
import type { ImportField } from './columns.ts';
import { type ParsedDay, parseClock, parseImportedDay, type ReadingOrder } from './dates.ts';
import { readPhones } from './phones.ts';
import type { ReadingDoubt, RowContent, VerdictReason, VisitContent, WhyCode } from './verdicts.ts';

/** A branch, service or doctor that a cell may name. */
export interface NamedItem {
  readonly id: number;
  /** Names in all languages and forms. */
  readonly names: readonly string[];
}

/** Settings for reading the rows of a file. */
export interface RowSettings {
  readonly headings: readonly string[];
  readonly columns: readonly ImportField[];
  /** Order of day and month, separately for each date column. */
  readonly orders: { readonly visitDate: ReadingOrder; readonly birthDate: ReadingOrder };
  /** The file is a text file: each row must have all its cells, otherwise it is damaged. */
  readonly isText: boolean;
  readonly clock: Pick<ClinicClock, 'date' | 'time'>;
  readonly locations: readonly NamedItem[];
  readonly services: readonly (NamedItem & { readonly minutes: number })[];
  readonly doctors: readonly NamedItem[];
  /** Branch for rows that name none. */
  readonly locationId: number | null;
  readonly serviceId: number | null;
  /** Time for past appointments without a time; a note on the appointment says so. */
  readonly usualTime: string;
  readonly untimedNote: string;
}

/** `doubts`: the row can be read this way, but somebody should confirm it. */
export type ParsedRow = { meant: RowContent; doubts: readonly VerdictReason[] } | { wrong: VerdictReason };

const longest = { name: 200, email: 254, paperFile: 40, visitNotes: 2000, note: 10_000 } as const;
const mail = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/;
const invisible = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/** The result of a formula that failed. */
const formulaError = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)$/;

const totalRowPattern = /^(?:grand\s+)?totals?\b|^sum\b|^count\b|^(?:ال)?[إا]جمالي|^(?:ال)?مجموع|^عدد\s/i;

class UnusableRow extends Error {
  readonly why: VerdictReason;
  constructor(code: WhyCode, column: number, params?: VerdictReason['params']) {
    super(code);
    this.why = createReason(code, column, params);
  }
}

const createReason = (code: WhyCode, column: number, params?: VerdictReason['params']): VerdictReason => ({
  code,
  ...(column < 0 ? {} : { column }),
  ...(params ? { params } : {}),
});

/** The item that a cell names: by its whole name, else the only item whose name contains these words. */
function findNamedItem<T extends NamedItem>(text: string, among: readonly T[]): T | undefined {
  const asked = normalizeForSearch(text);
  const whole = among.find(({ names }) => names.some((name) => normalizeForSearch(name) === asked));
  if (whole || asked.length < 3) return whole;
  const holding = among.filter(({ names }) =>
    names.some(
      (name) =>
        normalizeForSearch(name).includes(asked) ||
        (normalizeForSearch(name).length > 3 && asked.includes(normalizeForSearch(name))),
    ),
  );
  return holding.length === 1 ? holding[0] : undefined;
}

const statusWords: Partial<Record<AppointmentStatus, string>> = {
  attended:
    'attended | done | came | completed | complete | seen | show | arrived | checked in | ' +
    'fulfilled | checked out | finished | visited | حضرت | تم | تمت | حضر | تم الكشف | ' +
    'تمت الزيارة | مكتمل | مكتملة | تم الحضور',
  cancelled:
    'cancelled | canceled | rejected | late cancel | late cancelled | cancelled by patient | ' +
    'x canceled | ألغيت | ملغي | ملغية | ملغاة | الغاء | إلغاء | تم الإلغاء | ألغي | مرفوض',
  no_show:
    'no show | no-show | noshow | missed | did not arrive | dna | did not attend | ? no show | ' +
    'لم تحضر | لم يحضر | غياب | غائبة | لم يتم الحضور',
  confirmed:
    'confirmed | booked | accepted | scheduled | upcoming | active | new | مؤكد | مؤكدة | محجوز | ' +
    'حجز | تم الحجز | قادم | مقبول',
  pending: 'pending | waiting | unconfirmed | tentative | قيد الانتظار | انتظار | معلق | غير مؤكد',
};
const statuses = new Map(
  Object.entries(statusWords).flatMap(([status, words]) =>
    words.split(' | ').map((word) => [normalizeForSearch(word), status as AppointmentStatus]),
  ),
);

/** Reads one row. Faults that make it unusable are `wrong`; all others become doubts or notes. */
export function readRow(cells: readonly string[], reading: RowSettings): ParsedRow {
  try {
    return new ImportRowParser(cells, reading).read();
  } catch (error) {
    if (error instanceof UnusableRow) return { wrong: error.why };
    throw error;
  }
}

/** The available names, in both languages. */
const listed = (among: readonly NamedItem[]) => {
  const some = among.slice(0, 8);
  return {
    names: some.map(({ names }) => names[0] ?? '').join(', '),
    namesAr: some.map(({ names }) => names[1] ?? names[0] ?? '').join('، '),
  };
};

/** Dates further away than this are treated as typing mistakes. */
const years = { back: 60, ahead: 2 };

class ImportRowParser {
  private readonly doubts: VerdictReason[] = [];
  /** Lines for the note in the patient's file, and for the note of the appointment. */
  private readonly kept: string[] = [];
  private readonly keptInVisit: string[] = [];
  private readonly cells: readonly string[];
  private readonly reading: RowSettings;
  private readonly thisYear: number;

  constructor(cells: readonly string[], reading: RowSettings) {
    this.cells = cells;
    this.reading = reading;
    this.thisYear = Number(reading.clock.date.slice(0, 4));
  }

  read(): ParsedRow {
    this.refuseTotals();
    this.doubtLayout();
    const name = this.name();
    const phones = this.phones();
    const email = this.email();
    const birthDate = this.birthDate();
    const paperFile = this.paperFile();
    const notes = this.notes();
    const visit = this.visit(notes);
    if (!visit && notes !== '') this.kept.push(notes);
    const note = this.kept.join('\n');
    if (note.length > longest.note) throw new UnusableRow('long', this.at('notes'), { n: longest.note });
    const [phone = null, phone2 = null] = phones;
    return { meant: { name, phone, phone2, email, birthDate, paperFile, note, visit }, doubts: this.doubts };
  }

  private at(field: ImportField): number {
    return this.reading.columns.indexOf(field);
  }

  private doubt(code: ReadingDoubt, column: number, params?: VerdictReason['params']): void {
    this.addDoubt(createReason(code, column, params));
  }

  /** Adds at most one doubt per column: a cell may be read several times. */
  private addDoubt(why: VerdictReason): void {
    if (!this.doubts.some(({ code, column }) => code === why.code && column === why.column))
      this.doubts.push(why);
  }

  private keep(column: number, text: string, lines = this.kept): void {
    lines.push(`${this.reading.headings[column] ?? ''}: ${text}`);
  }

  /** Text of a cell, with its line breaks; a failed formula counts as empty. */
  private cell(column: number): string {
    const found = removeFormulaGuards((this.cells[column] ?? '').replace(invisible, ''))
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
    if (!formulaError.test(found)) return found;
    this.doubt('formulaError', column, { text: found });
    return '';
  }

  private text(field: ImportField): string {
    const column = this.at(field);
    return column < 0 ? '' : this.cell(column).replace(/\n+/g, ' ');
  }

  private refuseTotals(): void {
    const first = this.cells.findIndex((cell) => cell.trim() !== '');
    const isTotal = (column: number) =>
      column >= 0 && totalRowPattern.test((this.cells[column] ?? '').trim());
    if (this.text('phone') === '' && (isTotal(first) || isTotal(this.at('name'))))
      throw new UnusableRow('total', Math.max(first, 0));
  }

  private doubtLayout(): void {
    const { headings, columns, isText } = this.reading;
    const n = this.cells.length;
    if (this.cells.slice(headings.length).some((cell) => cell !== ''))
      this.doubt('moreCells', -1, { n, m: headings.length });
    const lastUsed = columns.findLastIndex((field) => field !== 'leave');
    if (isText && n <= lastUsed) this.doubt('fewerCells', -1, { n, m: headings.length });
    const swallows = this.cells.findIndex((cell) =>
      cell
        .split('\n')
        .some((line, at) => at > 0 && (line.match(/[,;\t|]/g) ?? []).length >= headings.length - 1),
    );
    if (isText && headings.length > 2 && swallows >= 0) this.doubt('rowsInCell', swallows);
  }

  private name(): string {
    const parts = [this.text('firstName'), this.text('middleName'), this.text('lastName')];
    const name = nameLine(this.text('name') || parts.filter((part) => part !== '').join(' '));
    const column = Math.max(this.at('name'), this.at('firstName'), 0);
    if (!/\p{L}/u.test(visibleIn(name))) throw new UnusableRow('noName', column);
    if (name.length > longest.name) throw new UnusableRow('long', column, { n: longest.name });
    return name;
  }

  /** Numbers of all phone columns, the mobile first. */
  private phones(): string[] {
    const found = new Set<string>();
    const { columns } = this.reading;
    const at = (wanted: ImportField) => columns.flatMap((field, column) => (field === wanted ? column : []));
    for (const column of [...at('phone'), ...at('phone2')]) {
      const { numbers, unread, problem } = readPhones(this.cell(column));
      for (const number of numbers) {
        if (!found.has(number) && found.size >= 2) this.keep(column, formatPhone(number));
        else found.add(number);
      }
      for (const text of unread) this.keep(column, text);
      if (problem) this.addDoubt({ ...problem, column });
    }
    return [...found];
  }

  private email(): string | null {
    const column = this.at('email');
    const [first = '', ...others] = this.text('email').split(/\s*(?:[;,]|:::)\s*/);
    for (const other of others) if (!isBlank(other)) this.keep(column, other);
    if (isBlank(first)) return null;
    if (mail.test(first) && first.length <= longest.email) return first;
    this.keep(column, first);
    return null;
  }

  private paperFile(): string | null {
    const text = this.text('paperFile');
    if (text.length <= longest.paperFile) return text || null;
    this.keep(this.at('paperFile'), text);
    return null;
  }

  private notes(): string {
    const { columns, headings } = this.reading;
    const several = columns.filter((field) => field === 'notes').length > 1;
    return columns
      .flatMap((field, column) => {
        const text = field === 'notes' ? this.cell(column) : '';
        if (text === '' || (several && isBlank(text))) return [];
        return several ? `${headings[column] ?? ''}: ${text}` : text;
      })
      .join('\n');
  }

  private birthDate(): string | null {
    const text = this.text('birthDate');
    const column = this.at('birthDate');
    const { clock, orders } = this.reading;
    const day = parseImportedDay(text, orders.birthDate, this.thisYear);
    if (day === 'none') return null;
    const { date, shortYear } = typeof day === 'string' ? { date: '', shortYear: false } : day;
    const written =
      shortYear && date > clock.date ? `${Number(date.slice(0, 4)) - 100}${date.slice(4)}` : date;
    if (typeof day === 'string' || written < `${this.thisYear - 120}` || written > clock.date) {
      this.keep(column, text);
      return null;
    }
    this.doubtOrder(day, orders.birthDate, column, text);
    return written;
  }

  private doubtOrder(
    day: Exclude<ParsedDay, string>,
    order: ReadingOrder,
    column: number,
    text: string,
  ): void {
    if (order === 'mixed' && day.open) this.doubt('dayOrder', column, { text, date: day.date });
  }

  private visitDay(): Exclude<ParsedDay, string> | null {
    const text = this.text('visitDate');
    const column = this.at('visitDate');
    const { clock, orders } = this.reading;
    const day = parseImportedDay(text, orders.visitDate, this.thisYear);
    if (day === 'none') return null;
    if (typeof day === 'string') {
      this.doubt(day === 'missing' ? 'dayMissing' : 'dayUnreadable', column, { text });
      this.keep(column, text);
      return null;
    }
    const { date } = day;
    if (date < addDays(clock.date, -366 * years.back) || date > addDays(clock.date, 366 * years.ahead)) {
      this.doubt('dayFar', column, { text, date });
      this.keep(column, text);
      return null;
    }
    this.doubtOrder(day, orders.visitDate, column, text);
    return day;
  }

  /** The time from its own cell, else the time in the date cell. */
  private visitTime({ date, time: beside }: Exclude<ParsedDay, string>): string | null {
    const own = this.text('visitTime');
    const column = this.at('visitTime');
    // A time column may repeat the whole date.
    const whole = isBlank(own) ? 'none' : parseImportedDay(own, this.reading.orders.visitDate, this.thisYear);
    const read = typeof whole === 'string' ? parseClock(own) : whole.time;
    const isUnread = !isBlank(own) && read === null && typeof whole === 'string';
    if (isUnread) {
      if (date >= this.reading.clock.date) throw new UnusableRow('timeNeeded', column, { date });
      this.doubt('timeUnreadable', column, { text: own });
      this.keep(column, own, this.keptInVisit);
    }
    const time = isBlank(own) ? beside : read;
    if (time !== null && !isRealWallTime(date, time))
      throw new UnusableRow('timeSkipped', isBlank(own) ? this.at('visitDate') : column, { date, time });
    if (time === null && date >= this.reading.clock.date)
      throw new UnusableRow('timeNeeded', column < 0 ? this.at('visitDate') : column, { date });
    return time;
  }

  private visit(notes: string): VisitContent | null {
    const { clock, usualTime, locations, services, locationId, serviceId } = this.reading;
    const day = this.visitDay();
    if (!day) return null;
    const time = this.visitTime(day);
    const ahead = isLater(day.date, `${time ?? usualTime}:00`, clock);
    const location = this.one('branch', locations, locationId);
    const service = this.one('service', services, serviceId);
    const doctor = this.doctor();
    const status = this.status(ahead);
    return {
      date: day.date,
      time: time ?? usualTime,
      timed: time !== null,
      minutes: service.minutes,
      locationId: location.id,
      serviceId: service.id,
      doctorId: doctor?.id ?? null,
      status,
      notes: this.visitNotes(notes, time === null),
      ahead,
    };
  }

  /** The part that is too long for the note of the appointment goes to the patient's file. */
  private visitNotes(notes: string, untimed: boolean): string {
    const all = [notes, ...this.keptInVisit, untimed ? this.reading.untimedNote : '']
      .filter((line) => line !== '')
      .join('\n');
    if (all.length <= longest.visitNotes) return all;
    this.kept.push(all);
    return '';
  }

  private doctor(): NamedItem | undefined {
    const { doctors } = this.reading;
    const text = this.text('doctor');
    if (isBlank(text)) return undefined;
    const found = findNamedItem(text.replace(/^(?:dr\.?|د\.?\/?|دكتورة?|الدكتورة?)\s+/i, ''), doctors);
    if (found) return found;
    this.doubt('doctorUnknown', this.at('doctor'), { text, ...listed(doctors) });
    this.keep(this.at('doctor'), text, this.keptInVisit);
    return undefined;
  }

  private status(ahead: boolean): AppointmentStatus {
    const says = (field: ImportField) => !isBlank(this.text(field));
    if (says('cancelled')) return 'cancelled';
    if (says('noShow') && !ahead) return 'no_show';
    const text = this.text('status');
    const usual = ahead ? 'confirmed' : 'attended';
    if (isBlank(text)) return usual;
    const status = statuses.get(normalizeForSearch(text));
    const isPast = status === 'attended' || status === 'no_show';
    if (status && !(ahead && isPast)) return status;
    this.doubt(status ? 'statusAhead' : 'statusUnknown', this.at('status'), { text });
    this.keep(this.at('status'), text, this.keptInVisit);
    return usual;
  }

  private one<T extends NamedItem>(
    field: 'branch' | 'service',
    among: readonly T[],
    usualId: number | null,
  ): T {
    const asked = this.text(field);
    const usual = among.find(({ id }) => id === usualId);
    const column = this.at(field);
    if (isBlank(asked)) {
      if (usual) return usual;
      throw new UnusableRow(`${field}Needed`, column);
    }
    const found = findNamedItem(asked, among);
    if (found) return found;
    const params = { text: asked, ...listed(among) };
    if (!usual) throw new UnusableRow(`${field}Unknown`, column, params);
    this.doubt(`${field}Unknown`, column, params);
    this.keep(column, asked, this.keptInVisit);
    return usual;
  }
}
