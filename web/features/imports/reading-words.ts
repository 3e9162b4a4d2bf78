import type { Import } from '#shared/contract/connections/imports.ts';
import { joinWithComma, t } from '#web/i18n.ts';

export const getEncodingNames = (): Record<string, string> => ({
  'utf-8': t('import.encoding.utf-8'),
  'windows-1256': t('import.encoding.windows-1256'),
  'utf-16le': t('import.encoding.utf-16le'),
  'iso-8859-6': t('import.encoding.iso-8859-6'),
});

export const getDelimiterNames = (): Record<string, string> => ({
  ',': t('import.delimiter.comma'),
  ';': t('import.delimiter.semicolon'),
  '\t': t('import.delimiter.tab'),
  '|': t('import.delimiter.bar'),
});

/** Isolates a name from the text direction of its neighbours. */
const isolateNameDirection = (name: string): string => `\u2068${name}\u2069`;

/** Maximum number of sheets named. */
const maxNamedSheets = 5;

/** Which sheet of a workbook was read, and which were not. */
function formatSheetsRead({ sheets, sheet }: Import): string {
  const others = sheets.filter((_, at) => at !== sheet);
  if (sheet === null || others.length === 0) return '';
  const read = t('import.readAs.sheet', { sheet: sheets[sheet] ?? '' });
  const more = others.length - maxNamedSheets;
  const names = joinWithComma(
    ...others.slice(0, maxNamedSheets).map(isolateNameDirection),
    more > 0 ? t('import.readAs.more', { n: more }) : null,
  );
  return ` ${read} ${t('import.readAs.others', { n: others.length, sheets: names })}`;
}

/** Names of sheets that are hidden in Excel and were not read. */
function formatHiddenSheets({ account }: Import): string {
  const names = account?.hiddenSheets ?? [];
  if (names.length === 0) return '';
  const sheets = joinWithComma(...names.slice(0, maxNamedSheets).map(isolateNameDirection));
  return ` ${t('import.readAs.hidden', { n: names.length, sheets })}`;
}

/** Order of day and month in each date column. */
function formatDateOrders({ orders: { visitDate, birthDate } }: Import): string {
  const said = (key: 'visitDate' | 'birthDate', order: typeof visitDate) =>
    order === null ? '' : ` ${t(`import.readAs.${key}`, { order: t(`import.order.${order}`) })}`;
  return said('visitDate', visitDate) + said('birthDate', birthDate);
}

/** One line about the file: name, number of rows and how it was read. */
export function formatFileReading(file: Import): string {
  const { fileName, total, encoding, delimiter } = file;
  const rows = t('import.readAs', { file: fileName, n: total });
  const noHeadings = file.hasHeadings === false ? ` ${t('import.readAs.noHeadings')}` : '';
  const noStatus = file.columns.includes('visitDate') ? ` ${t('import.readAs.noStatus')}` : '';
  const more = noHeadings + formatHiddenSheets(file) + formatDateOrders(file) + noStatus;
  if (encoding === null || delimiter === null) return rows + formatSheetsRead(file) + more;
  const how = t('import.readAs.text', {
    encoding: getEncodingNames()[encoding] ?? encoding,
    delimiter: getDelimiterNames()[delimiter] ?? delimiter,
  });
  return `${rows} ${how}${more}`;
}
