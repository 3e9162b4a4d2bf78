/** Excel reads a file as UTF-8 only when it begins with this. */
export const byteOrderMark = '\ufeff';

const formula = /^[=+\-@\t\r]|^[\s]*[=+\-@]/;

/**
 * One cell. What a spreadsheet would run as a formula becomes text: somebody may have typed it into a name.
 */
export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(csvCell).join(',')}\r\n`;

const guarded = /^'*([=+\-@\t\r]|\s*[=+\-@])/;

/**
 * A cell that is read again as what it was: nothing is empty, an empty text stands in quotes, and a text that
 * a spreadsheet would run stands behind one apostrophe more than it had.
 */
export function exactCell(value: string | null, isText: boolean): string {
  if (value === null) return '';
  const text = isText && guarded.test(value) ? `'${value}` : value;
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What was meant by a cell of `exactCell`, as it stands in the file: with the quotes it has. */
export function exactValue(cell: string, isText: boolean): string | null {
  if (cell === '') return null;
  const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  return isText && text.startsWith("'") && guarded.test(text.slice(1)) ? text.slice(1) : text;
}

const cells = /("(?:[^"]|"")*"|[^,]*)(,|$)/g;

/** The cells of a record, with the quotes they have. */
export function cellsOf(record: string): string[] {
  if (!record.includes('"')) return record.split(',');
  const found: string[] = [];
  for (const [, cell = '', end] of record.matchAll(cells)) {
    found.push(cell);
    if (end === '') break;
  }
  return found;
}
