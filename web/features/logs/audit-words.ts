import { isAuditAction, isAuditSubject } from '#shared/domain/audit.ts';
import { isRealDate } from '#shared/domain/clinic-time.ts';
import { doctorName, type StaffName } from '#shared/domain/people/doctor-name.ts';
import { type Role, roles } from '#shared/domain/people/roles.ts';
import { formatDate, formatInstant, formatTime, weekdayName } from '#shared/domain/time-words.ts';
import { allStatuses } from '#shared/domain/visits/appointment-status.ts';
import { currentLang, inLang, joined, number, said, t } from '#web/i18n.ts';

/** What the catalogue calls something; what it does not know keeps its own name. */
function named(key: string, otherwise: string): string {
  const found = said(key);
  return found === undefined || found === key ? otherwise : found;
}
/** What an older version wrote keeps its own name. */
export const actionWord = (action: string): string =>
  isAuditAction(action) ? t(`logs.action.${action}`) : action;
export const subjectWord = (subject: string): string =>
  isAuditSubject(subject) ? t(`logs.subject.${subject}`) : subject;
const fieldWord = (field: string): string => named(`logs.field.${field}`, field);

/** Names that stand beside these tell the same in words. */
const saidByName: Record<string, string> = {
  locationId: 'locationName',
  serviceId: 'service',
  doctorId: 'doctor',
  version: 'status',
  userId: 'appointmentDate',
};
const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

const ownWord = (value: string) => `logs.value.${value}`;
/** Where the words are of fields that hold one of a few: the first of the names that is a word says it. */
const oneOfFew: Record<string, readonly ((value: string) => string)[]> = {
  stage: [(value) => `desk.stage.${value}`],
  state: [(value) => `admin.messages.state.${value}`, (value) => `plans.offerState.${value}`],
  doctorWish: [(value) => `staff.doctor.${value}`, ownWord],
  reason: [(value) => `plans.offers.reason.${value}`],
  guide: [ownWord],
  because: [ownWord],
  bookedBy: [(value) => `admin.locations.bookedBy.${value}`],
  gender: [(value) => `admin.staff.gender.${value}`],
};

function textOf(field: string, text: string): string {
  const lang = currentLang();
  const status = allStatuses.find((name) => name === text);
  if (field === 'status' && status) return t(`status.${status}`);
  if (field === 'role' && Object.hasOwn(roles, text)) return t(roles[text as Role].label);
  if (field === 'fields') return fieldWord(text);
  const keys = oneOfFew[field];
  if (keys) return keys.reduceRight((otherwise, key) => named(key(text), otherwise), text);
  if (isRealDate(text)) return formatDate(lang, text);
  if (isInstant(text)) return formatInstant(lang, text);
  return /^\d\d:\d\d(:\d\d)?$/.test(text) ? formatTime(lang, text) : text;
}

/** A value as it is read: dates, statuses and yes or no in words. */
function valueWord(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return t('logs.audit.none');
  if (typeof value === 'boolean') return t(value ? 'common.action.yes' : 'common.action.no');
  if (typeof value === 'number') return number(value);
  if (typeof value === 'string') return textOf(field, value);
  if (field === 'doctor') return doctorName(currentLang(), value as StaffName);
  if (Array.isArray(value))
    return joined(...value.map((one) => valueWord(field, one))) || t('logs.audit.none');
  return isHours(value)
    ? hoursWord(value)
    : joined(...Object.values(value).map((one) => valueWord(field, one)));
}

/** A stretch of a branch's hours, as its list of shifts, of exceptions or of who is on duty holds it. */
interface Hours {
  date?: string;
  dayOfWeek?: number;
  isClosed?: boolean;
  isAvailable?: boolean;
  startTime: string | null;
  endTime: string | null;
  reason?: string | null;
  reasonAr?: string | null;
  name?: string;
}
const isHours = (value: object): value is Hours => 'startTime' in value && 'endTime' in value;

/** "Friday, closed, Feast": when, what of it, and why or who. */
function hoursWord({ startTime, endTime, ...of }: Hours): string {
  const lang = currentLang();
  const day = of.date
    ? formatDate(lang, of.date)
    : of.dayOfWeek === undefined
      ? null
      : weekdayName(lang, of.dayOfWeek);
  const from = startTime && formatTime(lang, startTime);
  const open = from && endTime ? t('common.time.range', { from, to: formatTime(lang, endTime) }) : from;
  const isShut = of.isClosed === true || of.isAvailable === false || !open;
  const when = isShut ? t('common.day.closed') : open;
  return joined(day, when, of.name ?? (of.reason ? inLang(of.reason, of.reasonAr) : null));
}

const isListOfParts = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object');

/** Of two lists what only one of them holds, a line each; null where that is nothing. */
function onlyIn(field: string, list: readonly unknown[], other: readonly unknown[]): string | null {
  const kept = new Set(other.map((one) => JSON.stringify(one)));
  const lines = list.filter((one) => !kept.has(JSON.stringify(one))).map((one) => valueWord(field, one));
  return lines.length > 0 ? lines.join('\n') : null;
}

export interface FieldChange {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}
type Image = Record<string, unknown> | null;

/**
 * What differs between two images, field by field; of something new or gone, all that it was. The text of
 * notes stays with the visit.
 */
export function changesOf(before: Image, after: Image): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const shown = fields.filter((field) => {
    const sibling = saidByName[field];
    return sibling === undefined || !fields.includes(sibling);
  });
  return shown.flatMap((field) => {
    const [was, is] = [before?.[field], after?.[field]];
    if (JSON.stringify(was ?? null) === JSON.stringify(is ?? null)) return [];
    if (isListOfParts(was) && isListOfParts(is))
      return [
        { field, label: fieldWord(field), before: onlyIn(field, was, is), after: onlyIn(field, is, was) },
      ];
    const write = (value: unknown) =>
      field === 'notes' && value ? t('logs.audit.notesHidden') : valueWord(field, value);
    return [{ field, label: fieldWord(field), before: before && write(was), after: after && write(is) }];
  });
}
