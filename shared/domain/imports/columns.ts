import { normalizeForSearch } from '../people/search.ts';

/** Splits words separated by bars. */
const splitByBars = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' | '));

/**
 * The fields that a column can contain, and their headings in lists of clinics (English and Arabic) and in the exports
 * of Cliniko, SimplePractice, Easy!Appointments, OpenEMR, Cal.com, Jane, Acuity, Vezeeta, Google and Outlook.
 */
const headingsByField = {
  name: splitByBars(
    'name | full name | patient | patient name | client | client name | customer | customer name',
    'attendee name | attendee | display name | patient full name | invitee name | الاسم | الإسم | اسم',
    'اسم المريضة | المريضة | اسم المريض | المريض | الاسم بالكامل | الاسم رباعي | اسم الحالة',
    'اسم العميل | اسم المراجعة | الاسم الكامل | الاسم ثلاثي',
  ),
  firstName: splitByBars(
    'first name | given name | forename | fname | legal first name | patient first name',
    'client first name | الاسم الأول | الإسم الأول | اسم أول',
  ),
  middleName: splitByBars(
    'middle name | middle | mname | additional name | اسم الأب | الاسم الأوسط | الاسم الثاني',
  ),
  lastName: splitByBars(
    'last name | surname | family name | lname | legal last name | patient last name | client last name',
    'اسم العائلة | العائلة | اللقب | الاسم الأخير | اسم الجد',
  ),
  phone: splitByBars(
    'mobile | phone | tel | telephone | mobile number | phone number | cell | cell phone | mobile no',
    'mobile phone | phone cell | cellphone | mobile phone number | customer phone | client phone',
    'phone 1 value | primary phone | contact number | attendee phone | phone numbers | phone no',
    'patient phone | patient mobile | attendee phone number | whatsapp | tel no | contact no',
    'رقم التليفون | رقم الموبايل | التليفون | الموبايل | موبايل | تليفون | رقم الهاتف | الهاتف | محمول',
    'المحمول | الموبيل | موبيل | رقم الموبيل | رقم المحمول | رقم الجوال | الجوال | جوال | هاتف',
    'رقم تليفون | رقم موبايل | تليفون المريضة | موبايل المريضة | واتساب | رقم الواتساب',
  ),
  phone2: splitByBars(
    'phone 2 | mobile 2 | second phone | other phone | home phone | phone home | work phone',
    'business phone | phone biz | phone contact | phone 2 value | phone 3 value | home phone 2',
    'business phone 2 | alternate phone | secondary phone | home phone number | work phone number',
    'other phone number | additional phone | تليفون آخر | موبايل 2 | تليفون 2 | رقم آخر | تليفون المنزل',
    'موبايل آخر | رقم تليفون آخر | موبيل 2 | تليفون الزوج | موبايل الزوج | الأرضي | تليفون أرضي',
    'هاتف آخر',
  ),
  email: splitByBars(
    'email | e-mail | mail | email address | e-mail address | e-mail 1 value | attendee email',
    'customer email | client email | patient email | email direct | البريد الإلكتروني | البريد',
    'الإيميل | ايميل | بريد إلكتروني',
  ),
  birthDate: splitByBars(
    'birth date | date of birth | born | dob | birthday | birthdate | year of birth | birth year',
    'تاريخ الميلاد | الميلاد | سنة الميلاد | ت الميلاد | مواليد',
  ),
  paperFile: splitByBars(
    'file | file number | file no | paper file | mrn | pubpid | chart number | medical record number',
    'patient number | patient no | old file number | رقم الملف | الملف | ملف | رقم الكارت | رقم المريض',
    'رقم المريضة | كارت',
  ),
  visitDate: splitByBars(
    'date | visit date | visit | appointment | appointment date | last visit | start datetime',
    'booking date | appointment start | starts at | start date | appt date | date of visit',
    'reservation date | date of service | pc eventdate | appointment date time | visit date time',
    'التاريخ | تاريخ الزيارة | الزيارة | تاريخ الكشف | آخر زيارة | الموعد | تاريخ | تاريخ الحجز',
    'تاريخ الموعد | يوم الحجز | اليوم',
  ),
  visitTime: splitByBars(
    'time | visit time | hour | appointment time | start time | start | booking time | pc starttime',
    'appt time | الساعة | ساعة الزيارة | الوقت | الميعاد | وقت الحجز | ساعة الحجز | وقت الكشف',
    'موعد الحجز | وقت الموعد | ميعاد الكشف',
  ),
  branch: splitByBars(
    'branch | location | clinic | business | clinic location | facility | site | الفرع | فرع | العيادة',
    'عيادة | المكان | اسم العيادة | اسم الفرع',
  ),
  service: splitByBars(
    'service | reason | type | visit type | appointment type | event type | treatment | treatment name',
    'service name | procedure | session type | الخدمة | نوع الزيارة | نوع الكشف | السبب | نوع الحجز',
    'نوع الخدمة | الكشف',
  ),
  doctor: splitByBars(
    'doctor | dr | physician | provider | practitioner | clinician | calendar | staff | staff member',
    'staff member name | provider name | doctor name | host | therapist | الطبيبة | الطبيب | الدكتورة',
    'الدكتور | اسم الطبيب | اسم الطبيبة | د | دكتور | دكتورة',
  ),
  status: splitByBars(
    'status | appointment status | visit status | booking status | الحالة | حالة الزيارة | حالة الحجز',
    'حالة الموعد | الحضور',
  ),
  cancelled: splitByBars('cancelled | canceled | cancelled at | canceled at | ملغي | ملغية | تم الإلغاء'),
  noShow: splitByBars('no show | did not arrive | dna | no show at | لم تحضر | لم يحضر'),
  notes: splitByBars(
    'notes | note | remarks | comment | comments | appointment notes | allergies | allergy | alerts',
    'medical alert | additional notes | ملاحظات | ملاحظة | تعليق | حساسية | الحساسية | ملحوظات | ملحوظة',
    'تنبيهات',
  ),
};

type FieldWithHeading = keyof typeof headingsByField;
/** `leave`: the column is not imported. */
export const importFields = ['leave', ...(Object.keys(headingsByField) as FieldWithHeading[])] as const;
export type ImportField = 'leave' | FieldWithHeading;

/** Fields that several columns may hold: their values are joined. */
export const repeatableFields: ReadonlySet<ImportField> = new Set(['leave', 'phone2', 'notes']);

const fieldByHeading = new Map(
  Object.entries(headingsByField).flatMap(([field, names]) =>
    names.map((word) => [normalizeHeading(word), field as FieldWithHeading]),
  ),
);

function normalizeHeading(heading: string): string {
  return normalizeForSearch(heading).replace(/[^\p{L}\p{N}]/gu, '');
}

const findFieldByHeading = (heading: string): ImportField =>
  fieldByHeading.get(normalizeHeading(heading)) ?? 'leave';

/** Number of cells that are known headings. */
export const countHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => findFieldByHeading(cell) !== 'leave').length;

const isNameHeading = (cell: string) => ['name', 'firstName', 'lastName'].includes(findFieldByHeading(cell));

/**
 * Whether a row looks like the headings of a list of people. Rows of data do not contain the heading of a
 * name column.
 */
export function isHeadingRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.some(isNameHeading) && countHeadings(filled) >= Math.max(2, filled.length / 2);
}

/**
 * Proposes a field for every column by its heading. A field that cannot be repeated goes to the first column
 * that has it; further phones become other phones. A start time without a date column holds the date as well.
 */
export function proposeColumns(headings: readonly string[]): ImportField[] {
  // In OpenEMR's table of patients, `date` is the day of registration and `status` the marital status.
  const isOpenEmr = headings.includes('pubpid');
  const fields = headings.map((heading) =>
    isOpenEmr && ['date', 'status'].includes(heading) ? 'leave' : findFieldByHeading(heading),
  );
  const isStart = (at: number) => /^start/i.test(headings[at]?.trim() ?? '');
  if (!fields.includes('visitDate')) {
    const start = fields.findIndex((field, at) => field === 'visitTime' && isStart(at));
    if (start >= 0) fields[start] = 'visitDate';
  }
  const taken = new Set<ImportField>();
  return fields.map((field) => {
    if (repeatableFields.has(field)) return field;
    if (taken.has(field)) return field === 'phone' ? 'phone2' : 'leave';
    taken.add(field);
    return field;
  });
}

const valuePatterns: readonly (readonly [ImportField, RegExp])[] = [
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['phone', /^[+٠-٩\d][\s().\-٠-٩\d]{8,}$/],
  ['name', /^[\p{L}.'\s-]*\p{L}{2}[\p{L}.'\s-]*\s\p{L}{2}/u],
];

/**
 * Proposes fields for a list without headings, by the look of most cells of a column. Dates are not guessed.
 */
export function guessColumns(rows: readonly (readonly string[])[], width: number): ImportField[] {
  const taken = new Set<ImportField>();
  return Array.from({ length: width }, (_, at) => {
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');
    const [field] =
      valuePatterns.find(([, like]) => cells.filter((cell) => like.test(cell)).length * 2 > cells.length) ??
      [];
    if (!field) return 'leave';
    const proposed = field === 'phone' && taken.has('phone') ? 'phone2' : field;
    if (taken.has(proposed) && !repeatableFields.has(proposed)) return 'leave';
    taken.add(proposed);
    return proposed;
  });
}

/**
 * Whether cells are data of a list without headings: one looks like a phone number, an e-mail address or a
 * date.
 */
export const looksLikeData = (cells: readonly string[]): boolean =>
  cells.some((cell) => /[\d٠-٩]{7}|@|^[\d٠-٩]{1,4}[/.-][\d٠-٩]{1,2}[/.-][\d٠-٩]{1,4}/.test(cell));
