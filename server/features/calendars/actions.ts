import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { recordEvent } from '#server/engine/events/queries.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { hashToken, randomToken } from '#server/engine/secrets/tokens.ts';
import { createEntryFormatter } from '#server/features/appointments/calendar/file-actions.ts';
import type { AppointmentRow } from '#server/features/appointments/queries.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { OwnCalendar } from '#shared/contract/connections/calendars.ts';
import type { AuditAction } from '#shared/domain/audit.ts';
import { clinicNameIn } from '#shared/domain/clinic-settings.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { isStaff } from '#shared/domain/people/roles.ts';
import { calendarFile } from '#shared/domain/visits/calendar-file.ts';
import { Refusal } from '#shared/errors.ts';
import { say } from '#shared/messages/dictionaries.ts';
import {
  deleteCalendar,
  findSubscriber,
  listFeedAppointments,
  recordFeedRead,
  type Subscriber,
  saveCalendar,
  saveTitles,
} from './queries.ts';

const createCalendarEvent = (viewer: Viewer, action: AuditAction) =>
  ({
    action,
    subject: 'users',
    subjectId: viewer.id,
    ...(isStaff(viewer.role) ? {} : { patientId: viewer.id }),
  }) as const;

/** Makes a new feed address; the old one stops working. */
export async function createCalendarFeedAddress(
  deps: Deps,
  viewer: Viewer,
  titles: OwnCalendar['titles'],
): Promise<{ link: string }> {
  const token = randomToken();
  await inTransaction(deps.db, async (tx) => {
    await saveCalendar(tx, {
      userId: viewer.id,
      tokenHash: hashToken(token),
      titles,
      createdAt: deps.now(),
    });
    await recordEvent(tx, viewer, { ...createCalendarEvent(viewer, 'calendar_made'), after: { titles } });
  });
  return { link: `/calendars/${token}.ics` };
}

export async function changeCalendar(
  deps: Deps,
  viewer: Viewer,
  titles: OwnCalendar['titles'],
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await saveTitles(tx, viewer.id, titles))) throw new Refusal('not_found');
    await recordEvent(tx, viewer, { ...createCalendarEvent(viewer, 'calendar_changed'), after: { titles } });
  });
}

export async function endCalendar(deps: Deps, viewer: Viewer): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteCalendar(tx, viewer.id))) throw new Refusal('not_found');
    await recordEvent(tx, viewer, createCalendarEvent(viewer, 'calendar_ended'));
  });
}

/** Title of an appointment; with the discreet setting it only says that there is one. */
function createTitleFormatter({ id, role, locale, titles }: Subscriber, clinic: string) {
  return ({ userId, patientName }: AppointmentRow, reference: string): string => {
    if (isStaff(role)) return titles === 'full' ? patientName : say(locale, 'calendar.visit', { reference });
    if (titles !== 'full') return say(locale, 'calendar.appointment');
    return userId === id ? clinic : `${patientName} · ${clinic}`;
  };
}

/** The owner of a feed address, if any. */
export async function findFeedOwner(deps: Deps, token: string): Promise<Subscriber> {
  const subscriber = await findSubscriber(deps.db, hashToken(token));
  if (!subscriber) throw new Refusal('not_found');
  return subscriber;
}

/** A person's calendar feed, and an ETag that changes with any of it. */
export async function createCalendarFeed(
  deps: Deps,
  subscriber: Subscriber,
): Promise<{ file: string; tag: string }> {
  await recordFeedRead(deps, subscriber);
  const { locale } = subscriber;
  const today = dayClock(deps.now()).date;
  const settings = await currentSettings(deps);
  const clinic = clinicNameIn(locale, settings);
  const entryOf = await createEntryFormatter(deps, locale, createTitleFormatter(subscriber, clinic));
  const visits = await listFeedAppointments(deps, subscriber, today);
  const file = calendarFile({
    name: subscriber.titles === 'full' ? clinic : say(locale, 'calendar.name'),
    entries: visits.map(entryOf),
  });
  return { file, tag: `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"` };
}
