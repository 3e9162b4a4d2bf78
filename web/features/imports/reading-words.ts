import type { Import } from '#shared/contract/connections/imports.ts';
import { t } from '#web/i18n.ts';

export const encodingNames = (): Record<string, string> => ({
  'utf-8': t('import.encoding.utf-8'),
  'windows-1256': t('import.encoding.windows-1256'),
  'utf-16le': t('import.encoding.utf-16le'),
  'iso-8859-6': t('import.encoding.iso-8859-6'),
});

export const delimiterNames = (): Record<string, string> => ({
  ',': t('import.delimiter.comma'),
  ';': t('import.delimiter.semicolon'),
  '\t': t('import.delimiter.tab'),
  '|': t('import.delimiter.bar'),
});

/** The file in a line: its name, how many rows, and how it was read. */
export function readAs({ fileName, total, encoding, delimiter }: Import): string {
  // The name stands apart from the direction of the sentence.
  const rows = t('import.readAs', { file: `\u2068${fileName}\u2069`, n: total });
  if (encoding === null || delimiter === null) return rows;
  const how = t('import.readAs.text', {
    encoding: encodingNames()[encoding] ?? encoding,
    delimiter: delimiterNames()[delimiter] ?? delimiter,
  });
  return `${rows} ${how}`;
}
