import { isAuditAction, isAuditSubject } from '#shared/domain/audit.ts';
import { isRealDate } from '#shared/domain/clinic-time.ts';
import { doctorName, type StaffName } from '#shared/domain/people/doctor-name.ts';
import { type Role, roles } from '#shared/domain/people/roles.ts';
import { formatDate, formatInstant, formatTime, weekdayName } from '#shared/domain/time-words.ts';
import { allStatuses } from '#shared/domain/visits/appointment-status.ts';
import { currentLang, inLang, joined, number, said, t } from '#web/i18n.ts';

/** Text of a key from the catalogue, or `otherwise` if there is none. */
function named(key: string, otherwise: string): string {
  const found = said(key);
  return found === undefined || found === key ? otherwise : found;
}
/** Actions that only an older version wrote are shown by their key. */
export const actionWord = (action: string): string =>
  isAuditAction(action) ? t(`logs.action.${action}`) : action;
export const subjectWord = (subject: string): string =>
  isAuditSubject(subject) ? t(`logs.subject.${subject}`) : subject;

/** Beginnings of the labels of inputs: the audit log uses them for fields without a name of its own. */
const labels = ['admin.locations', 'admin.staff', 'admin.settings'];
const fieldWord = (field: string): string =>
  named(
    `logs.field.${field}`,
    labels.reduceRight((otherwise, begin) => named(`${begin}.${field}`, otherwise), field),
  );

/** Fields that are hidden if the field named here is present, because that one is easier to read. */
const saidByName: Record<string, string> = {
  locationId: 'locationName',
  serviceId: 'service',
  doctorId: 'doctor',
  version: 'status',
  userId: 'appointmentDate',
};
const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

const ownWord = (value: string) => `logs.value.${value}`;
/** Catalogue keys for the values of enum fields; the first key that exists is used. */
const oneOfFew: Record<string, readonly ((value: string) => string)[]> = {
  stage: [(value) => `desk.stage.${value}`],
  state: [(value) => `admin.messages.state.${value}`, (value) => `plans.offerState.${value}`],
  doctorWish: [(value) => `staff.doctor.${value}`, ownWord],
  reason: [(value) => `plans.offers.reason.${value}`],
  guide: [ownWord],
  because: [ownWord],
  bookedBy: [(value) => `admin.locations.bookedBy.${value}`],
  gender: [(value) => `admin.staff.gender.${value}`],
  waitingList: [(value) => `admin.settings.waitingList.${value}`],
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

/** A value as text: dates, statuses, yes and no. */
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

/** A row of a branch's hours: a shift, an exception or a duty. */
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

/** A row of hours as text, for example "Friday, closed, Feast": day, times, and reason or doctor. */
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

/** Items of a list that the other list lacks, one per line; null if there are none. */
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
 * Differences between two versions of a record by field; for a created or deleted record all its fields. The
 * text of notes is not shown, only stored with the appointment.
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
