import { normalizePhone } from '../people/phone.ts';
import { westernDigits } from '../people/phone-text.ts';
import { isBlank } from './blank-values.ts';
import type { VerdictReason } from './verdicts.ts';

/** A number that a spreadsheet rounded: 1.00E+09. */
const roundedNumberPattern = /^\d(?:[.,](\d+))?e\+?(\d{1,2})$/i;
/** Several numbers in one cell. Google joins them with `:::`. */
const separators = /\s*(?:[/،,;؛|\n\r\t]|:::|\s&\s|\s(?:or|and|أو|او)\s|\s[-–]\s)\s*/i;
/** A number with a word before or after it: "mobile: 0100 …", "0100 … (husband)". */
const labelledNumberPattern =
  /^(?:[\p{L}\s.:()]*[\s:])?(\+?\d[\d\s().-]{7,}\d)(?:\s*\(?\p{L}[\p{L}\s.]*\)?)?$/u;
const longest = 40;

/** Restores the leading zero of an Egyptian mobile number that a spreadsheet stored as a number. */
const restoreLeadingZero = (digits: string): string =>
  /^1[0125]\d{8}$/.test(digits) ? `0${digits}` : digits;

type PhoneProblem = Pick<VerdictReason, 'code' | 'params'>;

function phoneProblem(typed: string, text: string): PhoneProblem {
  const digits = typed.replace(/\D/g, '');
  const isMobile = /^0?1[0125]/.test(digits) && /^[\d\s().-]+$/.test(typed);
  const n = restoreLeadingZero(digits).length + (digits.startsWith('1') ? 1 : 0);
  if (isMobile && n !== 11) return { code: n < 11 ? 'phoneShort' : 'phoneLong', params: { n, text } };
  return { code: 'phoneWrong', params: { text } };
}

function readPhone(text: string): string | PhoneProblem {
  const western = westernDigits(text);
  const [, digitsKept = '', exponent] = roundedNumberPattern.exec(western) ?? [];
  if (digitsKept.length < Number(exponent)) return { code: 'phoneRounded', params: { text } };
  const typed = exponent ? String(Number(western.replace(',', '.'))) : western.replace(/\.0$/, '');
  return normalizePhone(restoreLeadingZero(typed.replace(/[\s().-]/g, ''))) ?? phoneProblem(typed, text);
}

export interface PhonesRead {
  /** Numbers in the stored form, without duplicates. */
  readonly numbers: string[];
  /** Pieces with words beside a number, or without a number: kept as written. */
  readonly unread: string[];
  readonly problem: PhoneProblem | null;
}

/** Reads all numbers of a cell. The first piece that is not a number is reported as the problem. */
export function readPhones(cell: string): PhonesRead {
  const found: { numbers: string[]; unread: string[]; problem: PhoneProblem | null } = {
    numbers: [],
    unread: [],
    problem: null,
  };
  const add = (number: string) => {
    if (!found.numbers.includes(number)) found.numbers.push(number);
  };
  const whole = cell.replace(/\s+/g, ' ').trim();
  if (isBlank(whole)) return found;
  const alone = readPhone(whole);
  const pieces = typeof alone === 'string' ? [whole] : cell.split(separators);
  for (const piece of pieces.map((text) => text.trim())) {
    if (isBlank(piece)) continue;
    const read = readPhone(piece);
    if (typeof read === 'string') {
      add(read);
      continue;
    }
    const label = labelledNumberPattern.exec(westernDigits(piece).slice(0, longest))?.[1];
    const inside = label === undefined || piece.length > longest ? null : readPhone(label);
    const parts = piece.length > 4 * longest ? [] : piece.split(/\s+/).map(readPhone);
    if (typeof inside === 'string') {
      add(inside);
      if (/\p{L}/u.test(piece)) found.unread.push(piece);
    } else if (parts.length > 1 && parts.every((part) => typeof part === 'string')) {
      for (const part of parts) if (typeof part === 'string') add(part);
    } else {
      found.unread.push(piece);
      found.problem ??= read;
    }
  }
  return found;
}
