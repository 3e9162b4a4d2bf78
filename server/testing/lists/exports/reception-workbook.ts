import { workbook } from '../workbook.ts';

/**
 * A list as a receptionist keeps it: a merged title, two header rows, empty lines, totals at the end, Arabic
 * digits, two phone numbers in a cell, notes with line breaks, and a hidden sheet.
 */
export const receptionWorkbook = (): Promise<Buffer> =>
  workbook([
    {
      name: 'مارس',
      merged: ['A1:G1', 'C3:E3', 'A3:A4', 'B3:B4', 'F3:F4', 'G3:G4'],
      rows: [
        ['كشف مريضات شهر مارس ٢٠٢٦'],
        [],
        ['الاسم', 'التليفون', 'الزيارة', '', '', 'السن', 'ملاحظات'],
        ['', '', 'التاريخ', 'الساعة', 'نوع الكشف', '', ''],
        [
          'فاتن سمير',
          '٠١٠٠٥٥٥٠١٠١ / ٠١١٠٥٥٥٠١٠٢',
          '٥/٣/٢٠٢٦',
          '٥:٢٠ م',
          'كشف',
          '٣٤',
          'أول زيارة\nتتصل قبلها بيوم',
        ],
        [],
        ['إيمان رؤوف', '٠١٠٠٥٥٥٠١٠٣', '١٥/٣/٢٠٢٦', '', 'كشف', '٢٨', ''],
        ['فاتن سمير', '٠١٠٠٥٥٥٠١٠١', '١٩/٣/٢٠٢٦', '٦ م', 'كشف', '٣٤', ''],
        ['سهام فؤاد', '-', '', '', '', '٤١', 'حساسية من البنسلين'],
        [],
        ['الإجمالي', '', '٣', '', '', '', ''],
      ],
    },
    { name: 'قوائم', rows: [['كشف'], ['استشارة']], hidden: true },
  ]);
