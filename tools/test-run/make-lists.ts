// `npx tsx tools/test-run/make-lists.ts`: writes server/testing/lists/excel-* with the parts that Excel
// writes, following its documentation (ECMA-376, parts 1 and 4; [MS-OI29500]), because Excel is not available
// here. Run by hand; its output is committed.
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { zip } from '#server/engine/files/zip.ts';

const here = join(import.meta.dirname, '../../server/testing/lists');
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const schemas = {
  transitional: {
    main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
    relations: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  },
  strict: {
    main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
    relations: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
  },
};
const packages = 'http://schemas.openxmlformats.org/package/2006';
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Cell formats for numbers, text, dates and times (in this order in `cellXfs`). */
const formats = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="20" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="167" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>',
  '<xf numFmtId="168" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
];
const style = {
  day: 1,
  arabicDay: 2,
  dayAndTime: 3,
  longDay: 4,
  time: 5,
  arabicTime: 6,
  text: 7,
  phone: 8,
};
const styles = (main: string) => `${head}<styleSheet xmlns="${main}"><numFmts count="5">
<numFmt numFmtId="164" formatCode="[$-2000401]dd/mm/yyyy;@"/>
<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/>
<numFmt numFmtId="166" formatCode="[$-C01]d\\ mmmm\\,\\ yyyy;@"/>
<numFmt numFmtId="167" formatCode="[$-2010401]hh:mm AM/PM;@"/>
<numFmt numFmtId="168" formatCode="[&lt;=9999999]###\\-####;\\(###\\)\\ ###\\-####"/></numFmts>
<fonts count="1" x14ac:knownFonts="1"
 xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"><font><sz val="11"/>
<color theme="1"/><name val="Calibri"/><family val="2"/><charset val="178"/><scheme val="minor"/></font>
</fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill>
<fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${formats.length}">${formats.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/>
<tableStyles count="0" defaultTableStyle="TableStyleMedium2"/></styleSheet>`;

interface Book {
  readonly name: string;
  readonly flavour?: keyof typeof schemas;
  readonly date1904?: boolean;
  readonly macros?: boolean;
  /** Items of `sharedStrings.xml`. */
  readonly shared: readonly string[];
  /** Rows as XML of the sheet. */
  readonly rows: string;
  /** XML after the rows of the sheet. */
  readonly after?: string;
  readonly columns?: string;
  /** A hidden sheet before it. */
  readonly hiddenFirst?: boolean;
}

async function write(book: Book): Promise<void> {
  const { main, relations } = schemas[book.flavour ?? 'transitional'];
  const first = book.hiddenFirst ? 2 : 1;
  const sheets = book.hiddenFirst
    ? `<sheet name="Lists" sheetId="2" state="veryHidden" r:id="rId1"/><sheet name="المريضات" sheetId="1" r:id="rId2"/>`
    : `<sheet name="المريضات" sheetId="1" r:id="rId1"/>`;
  const sheet = (rows: string, more: string) =>
    `${head}<worksheet xmlns="${main}" xmlns:r="${relations}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision" xr:uid="{00000000-0001-0000-0000-000000000000}"><sheetPr filterMode="1"/><dimension ref="A1:H12"/><sheetViews><sheetView rightToLeft="1" tabSelected="1" workbookViewId="0"><pane ySplit="2" topLeftCell="A3" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A3" sqref="A3"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="14.4" x14ac:dyDescent="0.3"/>${book.columns ?? ''}<sheetData>${rows}</sheetData>${more}<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`;
  const type = book.macros
    ? 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'
    : `${kinds}.sheet.main+xml`;
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${book.macros ? '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>' : ''}<Override PartName="/xl/workbook.xml" ContentType="${type}"/>${Array.from({ length: first }, (_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${kinds}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${kinds}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${kinds}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"${book.flavour === 'strict' ? ' conformance="strict"' : ''}><fileVersion appName="xl" lastEdited="7" lowestEdited="7" rupBuild="22228"/><workbookPr${book.date1904 ? ' date1904="1"' : ''} defaultThemeVersion="166925"/><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="20490" windowHeight="7755" activeTab="${first - 1}"/></bookViews><sheets>${sheets}</sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="${first - 1}" hidden="1">المريضات!$A$2:$H$12</definedName><definedName name="_xlnm.Print_Titles" localSheetId="${first - 1}">المريضات!$1:$2</definedName></definedNames><calcPr calcId="191029"/></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships">${Array.from({ length: first }, (_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId8" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rId9" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/>${book.macros ? '<Relationship Id="rId10" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/>' : ''}</Relationships>`,
    [`xl/worksheets/sheet${first}.xml`]: sheet(book.rows, book.after ?? ''),
    'xl/styles.xml': styles(main),
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}" count="${book.shared.length}" uniqueCount="${book.shared.length}">${book.shared.map((one) => `<si>${one}</si>`).join('')}</sst>`,
  };
  if (book.hiddenFirst)
    parts['xl/worksheets/sheet1.xml'] = sheet('<row r="1"><c r="A1"><v>7</v></c></row>', '');
  if (book.macros) parts['xl/vbaProject.bin'] = '\u0001 no macro is here';
  const entries = Object.entries(parts).map(([name, text]) => ({ name, content: [text] }));
  await pipeline(zip(Readable.from(entries)), createWriteStream(join(here, book.name)));
}

const t = (text: string) => `<t>${text}</t>`;
const s = (name: string, at: number, styled = 0) =>
  `<c r="${name}"${styled ? ` s="${styled}"` : ''} t="s"><v>${at}</v></c>`;
const v = (name: string, value: string, styled = 0) =>
  `<c r="${name}"${styled ? ` s="${styled}"` : ''}><v>${value}</v></c>`;
const row = (n: number, cells: string, more = '') =>
  `<row r="${n}" spans="1:8"${more} x14ac:dyDescent="0.3">${cells}</row>`;

const headings = ['الاسم', 'رقم التليفون', 'تاريخ الزيارة', 'الساعة', 'فرع', 'الخدمة', 'ملاحظات', 'السن'];
const people = [
  // Text runs with their own format, and a phonetic reading, which is not part of the text.
  '<r><rPr><b/><sz val="11"/><color rgb="FFFF0000"/><rFont val="Calibri"/><charset val="178"/></rPr><t xml:space="preserve">فاطمة </t></r><r><t>حسن</t></r>',
  '<t>نهى عبد الله</t><rPh sb="0" eb="2"><t>ノハ</t></rPh><phoneticPr fontId="1" type="noConversion"/>',
  '<t xml:space="preserve">  مريم عادل  </t>',
  t('هدى &amp; &lt;سمير&gt;'),
];
const notes = [
  // A line break as Excel writes one from another system, and a text that looks like one.
  '<t xml:space="preserve">أول زيارة_x000D_\nتتصل قبلها</t>',
  t('رمزها _x005F_x000D_ في الدفتر'),
  t('01000000013'),
  t('#N/A'),
];
const shared = [...headings.map(t), ...people, ...notes, t('كشف المريضات'), t('التجمع'), t('كشف')];
const [name, note, title, branch, service] = [8, 12, 16, 17, 18];

await write({
  name: 'excel-parts.xlsx',
  hiddenFirst: true,
  columns:
    '<cols><col min="1" max="1" width="24" customWidth="1"/><col min="8" max="8" width="0" hidden="1" customWidth="1"/></cols>',
  shared,
  rows: [
    row(
      1,
      `${s('A1', title)}${'BCDEFGH'
        .split('')
        .map((c) => `<c r="${c}1"/>`)
        .join('')}`,
    ),
    row(2, headings.map((_, i) => s(`${'ABCDEFGH'[i]}2`, i)).join('')),
    // A date in the default format, and a time; the phone is a number, which lost its 0.
    row(
      3,
      [
        s('A3', name),
        v('B3', '1000000010', style.phone),
        v('C3', '45984', style.day),
        v('D3', '0.72222222222222221', style.time),
        s('E3', branch),
        s('F3', service),
        s('G3', note),
        v('H3', '31'),
      ].join(''),
    ),
    // Hidden by the filter; a text that begins with an apostrophe; formats of Arabic Excel.
    row(
      4,
      [
        s('A4', name + 1),
        s('B4', note + 2, style.text),
        v('C4', '45985', style.arabicDay),
        v('D4', '0.73611111111111116', style.arabicTime),
        s('E4', branch),
        s('F4', service),
        s('G4', note + 1),
        v('H4', '28'),
      ].join(''),
      ' hidden="1"',
    ),
    // Rows with only formats count as rows without data.
    row(5, '<c r="A5" s="1"/><c r="H5" s="1"/>'),
    // A long number as Excel writes it, date and time in one cell, and results of formulas.
    row(
      6,
      [
        s('A6', name + 2),
        v('B6', '1.000000014E9', style.phone),
        v('C6', '45986.75', style.dayAndTime),
        '<c r="E6" t="str"><f>VLOOKUP("a",Lists!$A$1:$B$9,2,FALSE)</f><v>التجمع</v></c>',
        '<c r="F6" t="str"><f t="shared" ref="F6:F7" si="0">IF(A6="","","كشف")</f><v>كشف</v></c>',
        '<c r="H6"><f>YEAR(TODAY())-1990</f><v>36</v></c>',
      ].join(''),
    ),
    // Errors of formulas, a long national date format, a boolean.
    row(
      7,
      [
        s('A7', name + 3),
        '<c r="B7" t="e"><f>VLOOKUP(A7,Lists!A:B,2,0)</f><v>#N/A</v></c>',
        v('C7', '45987', style.longDay),
        '<c r="D7" t="e"><v>#REF!</v></c>',
        s('E7', branch),
        '<c r="F7" t="str"><f t="shared" si="0"/><v>كشف</v></c>',
        s('G7', note + 3),
        '<c r="H7" t="b"><v>1</v></c>',
      ].join(''),
    ),
  ].join(''),
  after:
    '<autoFilter ref="A2:H7"><filterColumn colId="5"><filters><filter val="كشف"/></filters></filterColumn></autoFilter><mergeCells count="1"><mergeCell ref="A1:H1"/></mergeCells><phoneticPr fontId="1" type="noConversion"/>',
});

const plain = (days: readonly string[]) =>
  [
    row(
      1,
      headings
        .slice(0, 3)
        .map((_, i) => s(`${'ABC'[i]}1`, i))
        .join(''),
    ),
    row(2, `${s('A2', name)}${s('B2', note + 2, style.text)}${days[0]}`),
    row(3, `${s('A3', name + 1)}${s('B3', note + 2, style.text)}${days[1]}`),
  ].join('');
/** The same days of November 2025: counted from 1904, and as cells of type date. */
await write({
  name: 'excel-1904.xlsx',
  date1904: true,
  shared,
  rows: plain([v('C2', '44522', style.day), v('C3', '44523.75', style.dayAndTime)]),
});
await write({
  name: 'excel-strict.xlsx',
  flavour: 'strict',
  shared,
  rows: plain([
    `<c r="C2" s="${style.day}" t="d"><v>2025-11-23</v></c>`,
    `<c r="C3" s="${style.dayAndTime}" t="d"><v>2025-11-24T18:00:00</v></c>`,
  ]),
});
await write({
  name: 'excel-macros.xlsm',
  macros: true,
  shared,
  rows: plain([v('C2', '45984', style.day), v('C3', '45985.75', style.dayAndTime)]),
});
// "CSV UTF-8" with a separator line for Excel of another country; a phone in display form.
writeFileSync(
  join(here, 'excel-sep.csv'),
  '\ufeffsep=;\r\nالاسم;التليفون;تاريخ الزيارة\r\n"حسن; فاطمة";1E+09;23/11/2025\r\nنهى عبد الله;1.00E+09;24/11/2025\r\nمريم عادل;="01000000014";25/11/2025\r\n',
);
