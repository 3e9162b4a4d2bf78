import { isHtml, openHtml } from './read-html.ts';
import { openText } from './read-text.ts';
import { openWorkbook } from './read-workbook.ts';
import { type TableFile, type TableOptions, UnreadableTable } from './table-types.ts';

const startsWith = (bytes: Buffer, ...magic: number[]) => magic.every((byte, at) => bytes[at] === byte);

/** An Excel workbook saved as one XML text. */
const isXmlWorkbook = (bytes: Buffer) =>
  /^\s*<\?xml[^>]*>[^]{0,400}urn:schemas-microsoft-com:office:spreadsheet/.test(
    bytes.toString('utf8', 0, 2048),
  );

/** Opens a table: a workbook of Excel or LibreOffice, a text, or a page with a table. */
export async function openTable(bytes: Buffer, options: TableOptions): Promise<TableFile> {
  if (bytes.length === 0) throw new UnreadableTable('empty');
  if (startsWith(bytes, 0x50, 0x4b)) return openWorkbook(bytes, options);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableTable(
      bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? 'locked' : 'old_excel',
    );
  if (isXmlWorkbook(bytes)) throw new UnreadableTable('other_workbook');
  return isHtml(bytes) ? openHtml(bytes, options) : openText(bytes, options);
}
