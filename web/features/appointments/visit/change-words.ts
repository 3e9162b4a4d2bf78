import type { ChangeEntry } from '#shared/contract/staff-appointments.ts';
import { formatVisit } from '#shared/domain/format-time.ts';
import { doctorName, type StaffName } from '#shared/domain/people/doctor-name.ts';
import { allStatuses } from '#shared/domain/visits/appointment-status.ts';
import { currentLang, joinWithComma, type MessageKey, t } from '#web/i18n.ts';
import type { LocationServiceNames } from './appointment-names.ts';
import { formatVisitStatus } from './status-pill.tsx';

type AuditImage = Record<string, unknown>;

export interface ChangeText {
  /** One line per change. */
  lines: string[];
  /** Text of the notes before and after, if it changed. */
  notes: { before: string; after: string } | null;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const formatImageStatus = (image: AuditImage): string => {
  const known = allStatuses.find((name) => name === image.status);
  return known ? formatVisitStatus(known) : t('status.unknown');
};
const formatImageTime = (image: AuditImage): string => {
  const [date, at] = [toText(image.appointmentDate), toText(image.appointmentTime)];
  return date && at ? formatVisit(currentLang(), date, at) : '';
};

const formatImageDoctor = (image: AuditImage): string =>
  image.doctor ? doctorName(currentLang(), image.doctor as StaffName) : t('staff.history.noDoctor');

function describeChanges(before: AuditImage, after: AuditImage, names: LocationServiceNames): string[] {
  const lines: string[] = [];
  const differ = (...fields: string[]) => fields.some((field) => before[field] !== after[field]);
  const say = (key: MessageKey, write: (image: AuditImage) => string) =>
    lines.push(t(key, { before: write(before), after: write(after) }));
  if (differ('status')) say('staff.history.status', formatImageStatus);
  if (differ('appointmentDate', 'appointmentTime')) say('staff.history.moved', formatImageTime);
  if (differ('locationId'))
    say('staff.history.location', (image) =>
      names.location(Number(image.locationId), toText(image.locationName)),
    );
  if (differ('serviceId')) say('staff.history.service', (image) => names.service(toText(image.service)));
  if (differ('doctorId')) say('staff.history.doctor', formatImageDoctor);
  if (after.overbooked === true && before.overbooked !== true) lines.push(t('staff.history.overbooked'));
  if (differ('notes')) lines.push(t('staff.history.notes'));
  return lines;
}

const appointmentActionTexts: Record<string, MessageKey> = {
  patient_confirmed: 'staff.history.patientConfirmed',
  deleted: 'staff.history.deleted',
  no_show_excused: 'staff.history.no_show_excused',
  no_show_counted: 'staff.history.no_show_counted',
  no_show_explained: 'staff.history.no_show_explained',
  says_here: 'staff.history.says_here',
  arrived: 'staff.history.arrived',
  arrival_undone: 'staff.history.arrival_undone',
  back_to_waiting: 'staff.history.back_to_waiting',
  called_in: 'staff.history.called_in',
  seen: 'staff.history.seen',
  left_unseen: 'staff.history.left_unseen',
  queue_moved: 'staff.history.queue_moved',
};
const patientActionTexts: Record<string, MessageKey> = {
  created: 'staff.history.registered',
  user_created: 'staff.history.registered',
  registered: 'staff.history.registered',
  file_opened: 'staff.history.fileOpened',
  notes_read: 'staff.history.notesRead',
  note_signed: 'staff.history.noteSigned',
  note_shared: 'staff.history.noteShared',
  note_unshared: 'staff.history.noteUnshared',
  alert_added: 'staff.history.alertAdded',
  alert_ended: 'staff.history.alertEnded',
  password_handed_over: 'staff.history.passwordGiven',
  password_reset: 'staff.history.passwordChanged',
  password_changed: 'staff.history.passwordChanged',
  contact_confirmed: 'staff.history.contactConfirmed',
  identity_joined: 'staff.history.signIn',
  identity_left: 'staff.history.signIn',
  consent_given: 'staff.history.consentGiven',
  consent_withdrawn: 'staff.history.consentWithdrawn',
  reminded: 'staff.history.reminded',
  notice_sent: 'staff.history.noticeSent',
  notice_called: 'staff.history.noticeCalled',
  offer_called: 'staff.history.offerCalled',
};

const fieldTexts: Record<string, MessageKey> = {
  name: 'common.field.fullName',
  username: 'common.field.username',
  email: 'common.field.email',
  phone: 'common.field.phone',
  phone2: 'common.field.secondaryPhone',
  secondaryPhone: 'common.field.secondaryPhone',
  birthDate: 'staff.history.birthDate',
  paperFile: 'staff.history.paperFile',
  note: 'staff.history.note',
};

/** Names of the changed details; their values are not stored. */
function describeDetails({ after }: ChangeEntry): string {
  const fields = Array.isArray(after?.fields) ? after.fields : [];
  const words = [...new Set(fields.flatMap((field) => fieldTexts[String(field)] ?? []))].map((key) => t(key));
  return words.length > 0
    ? t('staff.history.details', { fields: joinWithComma(...words) })
    : t('staff.history.other');
}

/** Text of one entry of the history. */
export function formatChangeEntry(entry: ChangeEntry, names: LocationServiceNames): ChangeText {
  const { action, subject, before, after } = entry;
  if (subject !== 'appointments') {
    const known = patientActionTexts[action];
    const line = known
      ? t(known)
      : action.endsWith('changed')
        ? describeDetails(entry)
        : t('staff.history.other');
    return { lines: [line], notes: null };
  }
  if (action === 'created') {
    const lines = [
      t('staff.history.created'),
      ...(after?.doctor ? [formatImageDoctor(after)] : []),
      ...(after?.overbooked === true ? [t('staff.history.overbooked')] : []),
    ];
    return {
      lines: after
        ? [...lines.slice(0, 1), formatImageTime(after), ...lines.slice(1)].filter(Boolean)
        : lines,
      notes: null,
    };
  }
  const known = appointmentActionTexts[action];
  const lines = [
    ...(known ? [t(known, { reason: toText(after?.movedBecause) })] : []),
    ...(before && after ? describeChanges(before, after, names) : []),
  ];
  const notes =
    before && after && before.notes !== after.notes
      ? { before: toText(before.notes), after: toText(after.notes) }
      : null;
  return { lines: lines.length > 0 ? lines : [t('staff.history.other')], notes };
}

export function formatActor({ actorName, actorRole }: ChangeEntry): string {
  return actorName ?? t(actorRole === 'system' ? 'staff.history.system' : 'staff.history.herself');
}
