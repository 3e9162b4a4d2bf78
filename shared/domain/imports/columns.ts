import { fold } from '../people/search.ts';

/** What a column of somebody's list can be, and how such columns are headed, in both languages. */
const headed = {
  name: ['name', 'full name', 'patient', 'patient name', 'الاسم', 'الإسم', 'اسم', 'اسم المريضة', 'المريضة'],
  phone: [
    'mobile',
    'phone',
    'tel',
    'telephone',
    'mobile number',
    'phone number',
    'cell',
    'رقم التليفون',
    'رقم الموبايل',
    'التليفون',
    'الموبايل',
    'موبايل',
    'تليفون',
    'رقم الهاتف',
    'الهاتف',
    'محمول',
    'المحمول',
  ],
  phone2: [
    'phone 2',
    'mobile 2',
    'second phone',
    'other phone',
    'home phone',
    'تليفون آخر',
    'موبايل 2',
    'تليفون 2',
    'رقم آخر',
    'تليفون المنزل',
  ],
  email: ['email', 'e-mail', 'mail', 'البريد الإلكتروني', 'البريد', 'الإيميل', 'ايميل'],
  birthDate: ['birth date', 'date of birth', 'born', 'dob', 'birthday', 'تاريخ الميلاد', 'الميلاد'],
  paperFile: ['file', 'file number', 'file no', 'paper file', 'رقم الملف', 'الملف', 'ملف', 'رقم الكارت'],
  visitDate: [
    'date',
    'visit date',
    'visit',
    'appointment',
    'appointment date',
    'last visit',
    'التاريخ',
    'تاريخ الزيارة',
    'الزيارة',
    'تاريخ الكشف',
    'آخر زيارة',
    'الموعد',
    'تاريخ',
  ],
  visitTime: ['time', 'visit time', 'hour', 'appointment time', 'الساعة', 'ساعة الزيارة', 'الوقت', 'الميعاد'],
  branch: ['branch', 'location', 'clinic', 'الفرع', 'فرع', 'العيادة'],
  service: ['service', 'reason', 'type', 'visit type', 'الخدمة', 'نوع الزيارة', 'نوع الكشف', 'السبب'],
  doctor: ['doctor', 'dr', 'physician', 'الطبيبة', 'الطبيب', 'الدكتورة', 'الدكتور', 'اسم الطبيب'],
  status: ['status', 'state', 'الحالة', 'حالة الزيارة'],
  notes: ['notes', 'note', 'remarks', 'comment', 'comments', 'ملاحظات', 'ملاحظة', 'تعليق'],
} as const;

type Headed = keyof typeof headed;
/** `leave`: the column stays out. */
export const importFields = ['leave', ...(Object.keys(headed) as Headed[])] as const;
export type ImportField = 'leave' | Headed;

const known = new Map(
  Object.entries(headed).flatMap(([field, words]) => words.map((word) => [plain(word), field as Headed])),
);

function plain(heading: string): string {
  return fold(heading).replace(/[^\p{L}\p{N}]/gu, '');
}

/** What a heading says its column is. */
const fieldHeaded = (heading: string): ImportField => known.get(plain(heading)) ?? 'leave';

/** How many of these cells head a column that we know. */
export const headingsIn = (cells: readonly string[]): number =>
  cells.filter((cell) => fieldHeaded(cell) !== 'leave').length;

/** A proposal for every column by its heading: each thing once, by the first column that says so. */
export function proposeColumns(headings: readonly string[]): ImportField[] {
  const taken = new Set<ImportField>();
  return headings.map((heading) => {
    const field = fieldHeaded(heading);
    if (field === 'leave' || taken.has(field)) return 'leave';
    taken.add(field);
    return field;
  });
}
