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
