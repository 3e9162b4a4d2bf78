import type { Appointment } from '#shared/contract/appointments.ts';
import { formatClockOf } from '#shared/domain/format-time.ts';
import { currentLang, joinWithComma, t } from '#web/i18n.ts';
import { showToast } from '#web/ui/overlay/toast-store.ts';

/**
 * The fields of a saved appointment that say how the patient gets its message. An empty object means that no
 * message is sent.
 */
export type NotifiedVisit = Partial<Pick<Appointment, 'notified' | 'patient'>>;

type Way = NonNullable<NotifiedVisit['notified']>[number];

/** A channel with the masked address, and the time until which the message waits. */
function formatWay({ channel, to, waitsUntil }: Way): string {
  const by = t(`common.notifications.channel.${channel}`);
  // No-break spaces keep the number on one line.
  const way = to === null ? by : t('staff.notified.way', { channel: by, to: to.replaceAll(' ', '\u00a0') });
  if (waitsUntil === undefined) return way;
  return t('staff.notified.later', { way, time: formatClockOf(currentLang(), waitsUntil) });
}

/**
 * One line for the desk after a booking, move or cancellation: where the message to the patient was sent, or
 * that the desk has to inform her, because no channel reaches her at all or none does in time. Null if no
 * message was due.
 */
export function formatNotified(
  { notified, patient }: NotifiedVisit,
  what: 'confirmation' | 'message' = 'message',
): string | null {
  if (!notified) return null;
  if (notified.length === 0)
    return t(patient?.unreachable ? 'staff.notified.noChannel' : 'staff.notified.none');
  return t(`staff.notified.${what}`, { ways: joinWithComma(...notified.map(formatWay)) });
}

/** Tells the desk which patients it has to inform itself; null if a message reaches all. */
export const formatUnnotified = (names: readonly string[]): string | null =>
  names.length > 0 ? t('staff.notified.noneOf', { names: joinWithComma(...names) }) : null;

/** The delivery of the one message about several appointments. */
export const findNotified = (saved: readonly Appointment[]): NotifiedVisit =>
  saved.find(({ notified }) => notified) ?? {};

/** A toast that asks the desk to tell the patient stays longer than one that reports a success. */
export const getNotifiedToastKind = ({ notified }: NotifiedVisit): 'success' | 'info' =>
  notified?.length === 0 ? 'info' : 'success';

/** The result of the action and, in the same toast, where the message to the patient was sent. */
export function appendNotified(
  text: string,
  saved: NotifiedVisit,
  what?: 'confirmation' | 'message',
): string {
  const notified = formatNotified(saved, what);
  return notified === null ? text : `${text} ${notified}`;
}

/**
 * Shows the result of an action and, in the same toast, where the message to the patient was sent. `what`: the kind of
 * that message.
 */
export function showNotifiedToast(
  title: string,
  text: string,
  saved: NotifiedVisit,
  what?: 'confirmation' | 'message',
): void {
  showToast({ kind: getNotifiedToastKind(saved), title, description: appendNotified(text, saved, what) });
}
