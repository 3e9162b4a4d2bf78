/** Excel reads a file as UTF-8 only if it begins with this mark. */
export const byteOrderMark = '\ufeff';

/**
 * Where a spreadsheet would find a formula: also after a semicolon, tab or line break, because a spreadsheet
 * with another separator begins a cell there, even within quotes.
 */
const formula = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@])|^(?=[\t\r])/g;
/** The apostrophe before such a place, or at the beginning before a number, where other programs put it. */
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
