import { isAuditAction, isAuditSubject } from '#shared/domain/audit.ts';
import { isRealDate } from '#shared/domain/clinic-time.ts';
import { formatDate, formatInstant, formatTime, weekdayName } from '#shared/domain/format-time.ts';
import { doctorName, type StaffName } from '#shared/domain/people/doctor-name.ts';
import { type Role, roles } from '#shared/domain/people/roles.ts';
import { allStatuses } from '#shared/domain/visits/appointment-status.ts';
import {
  currentLang,
  formatNumberInLang,
  joinWithComma,
  pickLanguage,
  t,
  translateValidation,
} from '#web/i18n.ts';

/** Text of a key from the catalogue, or `otherwise` if there is none. */
function translateOr(key: string, otherwise: string): string {
  const found = translateValidation(key);
  return found === undefined || found === key ? otherwise : found;
}
/** Actions that only an older version wrote are shown by their key. */
export const formatAuditAction = (action: string): string =>
  isAuditAction(action) ? t(`logs.action.${action}`) : action;
export const formatAuditSubject = (subject: string): string =>
  isAuditSubject(subject) ? t(`logs.subject.${subject}`) : subject;

/** Beginnings of the labels of inputs: the audit log uses them for fields without a name of its own. */
const labelKeyPrefixes = ['admin.locations', 'admin.staff', 'admin.settings'];
const formatFieldName = (field: string): string =>
  translateOr(
    `logs.field.${field}`,
    labelKeyPrefixes.reduceRight((otherwise, begin) => translateOr(`${begin}.${field}`, otherwise), field),
  );

/** Fields that are hidden if the field named here is present, because that one is easier to read. */
const replacedByField: Record<string, string> = {
  locationId: 'locationName',
  serviceId: 'service',
  doctorId: 'doctor',
  version: 'status',
  userId: 'appointmentDate',
};
const isInstantText = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);

const buildAuditValueKey = (value: string) => `logs.value.${value}`;
/** Catalogue keys for the values of enum fields; the first key that exists is used. */
const enumValueKeys: Record<string, readonly ((value: string) => string)[]> = {
  stage: [(value) => `desk.stage.${value}`],
  state: [(value) => `admin.messages.state.${value}`, (value) => `plans.offerState.${value}`],
  doctorWish: [(value) => `staff.doctor.${value}`, buildAuditValueKey],
  reason: [(value) => `plans.offers.reason.${value}`],
  guide: [buildAuditValueKey],
  because: [buildAuditValueKey],
  bookedBy: [(value) => `admin.locations.bookedBy.${value}`],
  gender: [(value) => `admin.staff.gender.${value}`],
  waitingList: [(value) => `admin.settings.waitingList.${value}`],
};

function formatTextValue(field: string, text: string): string {
  const lang = currentLang();
  const status = allStatuses.find((name) => name === text);
  if (field === 'status' && status) return t(`status.${status}`);
  if (field === 'role' && Object.hasOwn(roles, text)) return t(roles[text as Role].label);
  if (field === 'fields') return formatFieldName(text);
  const keys = enumValueKeys[field];
  if (keys) return keys.reduceRight((otherwise, key) => translateOr(key(text), otherwise), text);
  if (isRealDate(text)) return formatDate(lang, text);
  if (isInstantText(text)) return formatInstant(lang, text);
  return /^\d\d:\d\d(:\d\d)?$/.test(text) ? formatTime(lang, text) : text;
}

/** A value as text: dates, statuses, yes and no. */
function formatAuditValue(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return t('logs.audit.none');
  if (typeof value === 'boolean') return t(value ? 'common.action.yes' : 'common.action.no');
  if (typeof value === 'number') return formatNumberInLang(value);
  if (typeof value === 'string') return formatTextValue(field, value);
  if (field === 'doctor') return doctorName(currentLang(), value as StaffName);
  if (Array.isArray(value))
    return joinWithComma(...value.map((one) => formatAuditValue(field, one))) || t('logs.audit.none');
  return isHoursRow(value)
    ? formatHoursRow(value)
    : joinWithComma(...Object.values(value).map((one) => formatAuditValue(field, one)));
}

/** A row of a branch's hours: a shift, an exception or a duty. */
interface AuditHoursRow {
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
const isHoursRow = (value: object): value is AuditHoursRow => 'startTime' in value && 'endTime' in value;

/** A row of hours as text, for example "Friday, closed, Feast": day, times, and reason or doctor. */
function formatHoursRow({ startTime, endTime, ...of }: AuditHoursRow): string {
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
  return joinWithComma(day, when, of.name ?? (of.reason ? pickLanguage(of.reason, of.reasonAr) : null));
}

const isObjectList = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object');

/** Items of a list that the other list lacks, one per line; null if there are none. */
function listMissingItems(field: string, list: readonly unknown[], other: readonly unknown[]): string | null {
  const kept = new Set(other.map((one) => JSON.stringify(one)));
  const lines = list
    .filter((one) => !kept.has(JSON.stringify(one)))
    .map((one) => formatAuditValue(field, one));
  return lines.length > 0 ? lines.join('\n') : null;
}

export interface FieldChange {
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}
type RecordImage = Record<string, unknown> | null;

/**
 * Differences between two versions of a record by field; for a created or deleted record all its fields. The
 * text of notes is not shown, only stored with the appointment.
 */
export function listFieldChanges(before: RecordImage, after: RecordImage): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const shown = fields.filter((field) => {
    const sibling = replacedByField[field];
    return sibling === undefined || !fields.includes(sibling);
  });
  return shown.flatMap((field) => {
    const [was, is] = [before?.[field], after?.[field]];
    if (JSON.stringify(was ?? null) === JSON.stringify(is ?? null)) return [];
    if (isObjectList(was) && isObjectList(is))
      return [
        {
          field,
          label: formatFieldName(field),
          before: listMissingItems(field, was, is),
          after: listMissingItems(field, is, was),
        },
      ];
    const write = (value: unknown) =>
      field === 'notes' && value ? t('logs.audit.notesHidden') : formatAuditValue(field, value);
    return [
      { field, label: formatFieldName(field), before: before && write(was), after: after && write(is) },
    ];
  });
}
