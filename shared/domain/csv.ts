/** Excel reads a file as UTF-8 only if it begins with this mark. */
export const byteOrderMark = '\ufeff';

/**
 * Matches the positions at which a spreadsheet may start to read a formula. Semicolons, tabs and line breaks
 * count, because a spreadsheet with another separator begins a cell there, even within quotes.
 */
const formula = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@])|^(?=[\t\r])/g;
/** Matches the apostrophe before such a position, and the one that other programs put before a number. */
const formulaGuard = /(?<=^|[;\t\r\n])'(?=(?:[^\S\t\r\n]|")*[=+\-@])|^'(?=[\t\r]|\s*\d)/g;

/**
 * Formats one cell. Escapes values that a spreadsheet would run as formulas: a user may have typed one as a
 * name.
 */
export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' ? text.replace(formula, "'") : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell without the apostrophes that `csvCell` added. */
export const removeFormulaGuards = (text: string): string => text.replace(formulaGuard, '');

export const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;
