import type { Deps } from '#server/deps.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import { inTransaction } from '#server/engine/db/transaction.ts';
import { changeDedupeKey, dropOutdated, hasLaterMessage } from '#server/engine/delivery/queries.ts';
import { OnHoldError } from '#server/engine/delivery/transports/transport.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { recordEvent, systemActor } from '#server/engine/events/queries.ts';
import { removeLinksAfterCutoff } from '#server/features/appointments/cutoff-actions.ts';
import { findStillDisplaced } from '#server/features/disruptions/state-queries.ts';
import { loadReservedNames } from '#server/features/notifications/deceptive-name-queries.ts';
import {
  appointmentSecretName,
  appointmentSecretPrefix,
  notifyPerson,
} from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { ClinicSettings } from '#shared/domain/clinic-settings.ts';
import { addMilliseconds, dayClock, splitLocal } from '#shared/domain/clinic-time.ts';
import type { Lang } from '#shared/domain/languages.ts';
import { buildReminder } from './messages.ts';
import {
  addedVisitOf,
  countDue,
  type DueVisit,
  isRepeatedReminder,
  listDueVisits,
  type ReminderWindow,
  reminderKey,
  visitsOfDay,
} from './queries.ts';

const hour = 3_600_000;
const remindersPerRun = 500;
/** How long a reminder waits before its appointments are compared again. */
const appointmentCheckDelayMs = hour;
const toLocalTime = (at: Date): string => localNow(dayClock(at));

/**
 * Ranges of the time ahead, nearest first: up to 3 hours, then up to 24. Each appointment is in one range, so
 * that after an outage nobody gets yesterday's and today's reminder together.
 */
async function listReminderWindows(
  deps: Deps,
  settings: ClinicSettings,
  now: Date,
  lateBy = 0,
): Promise<ReminderWindow[]> {
  const hours = [...settings.reminderHours].sort((a, b) => a - b);
  const furthest = toLocalTime(addMilliseconds(now, (hours.at(-1) ?? 0) * hour));
  const displaced = await findStillDisplaced(deps, { after: toLocalTime(now), until: furthest });
  return hours.map((reach, i) => ({
    hours: reach,
    after: toLocalTime(addMilliseconds(now, (hours[i - 1] ?? 0) * hour)),
    until: toLocalTime(addMilliseconds(now, reach * hour - lateBy)),
    localNow: toLocalTime(now),
    now,
    displaced,
  }));
}

/** The upcoming appointments of a day for one recipient, and those of them that can take place. */
async function loadVisitsOnDay(deps: Deps, reader: number, date: string, lang: Lang | null = null) {
  const coming = await visitsOfDay(deps.db, reader, { date, localNow: toLocalTime(deps.now()), lang });
  const displaced = await findStillDisplaced(
    deps,
    coming.map(({ id }) => id),
  );
  return { coming, expected: coming.filter(({ id }) => !displaced.includes(id)) };
}

function groupByReaderAndDay(visits: readonly DueVisit[]): DueVisit[][] {
  const groups = new Map<string, DueVisit[]>();
  for (const visit of visits) {
    const key = `${visit.readerId} ${splitLocal(visit.localStart).date}`;
    groups.set(key, [...(groups.get(key) ?? []), visit]);
  }
  return [...groups.values()];
}

/** Inserts due reminders into the outbox, each once, also after a crash; returns their number. */
export async function queueReminders(deps: Deps): Promise<number> {
  const settings = await currentSettings(deps);
  const reserved = await loadReservedNames(deps);
  const now = deps.now();
  let reminded = 0;
  for (const window of await listReminderWindows(deps, settings, now)) {
    for (const [first] of groupByReaderAndDay(await listDueVisits(deps.db, window, remindersPerRun))) {
      if (!first) continue;
      const { date } = splitLocal(first.localStart);
      const fresh = await inTransaction(deps.db, async (tx) => {
        const { expected: visits } = await loadVisitsOnDay({ ...deps, db: tx }, first.readerId, date);
        const reminder = buildReminder(visits, window.localNow, { ...settings, reserved });
        if (!reminder) return false;
        const { localStart, readerId: reader } = first;
        const dedupeKey = reminderKey(window.localNow, localStart, reader, first.isAdded ? first.id : null);
        if (!(await notifyPerson(tx, { ...reminder, userId: first.readerId, dedupeKey }))) return false;
        await dropOutdated(
          tx,
          visits.map(({ id }) => id),
          now,
        );
        await recordEvent(tx, systemActor, {
          action: 'reminded',
          subject: 'notifications',
          patientId: first.readerId,
        });
        return true;
      });
      if (fresh) reminded += 1;
    }
  }
  return reminded;
}

/** Number of reminders that should have been in the outbox a while ago. */
export async function countLateReminders(deps: Deps, lateBy: number): Promise<number> {
  const settings = await currentSettings(deps);
  let n = 0;
  for (const window of await listReminderWindows(deps, settings, deps.now(), lateBy))
    if (window.until > window.after) n += await countDue(deps.db, window);
  return n;
}

/** The links of appointments that the reminder still mentions, and the other links. */
function pickReminderLinks(
  { secrets, appointmentId }: KnownMessage,
  now: { appointmentId: number; visitIds?: readonly number[] },
): Record<string, string> {
  const { visit, ...rest } = secrets ?? {};
  const linkTo = (id: number) =>
    rest[appointmentSecretName(id)] ?? (id === appointmentId ? visit : undefined);
  const others = Object.entries(rest).filter(([name]) => !name.startsWith(appointmentSecretPrefix));
  const held = now.visitIds
    ? now.visitIds.map((id) => [appointmentSecretName(id), linkTo(id)] as const)
    : [['visit', linkTo(now.appointmentId)] as const];
  return Object.fromEntries([...held, ...others].filter((each): each is [string, string] => !!each[1]));
}

/**
 * Just before a reminder is sent: null if its appointments are gone, else the reminder with the current
 * appointments, in the language in which it was queued. It waits while none of them can take place.
 *
 * @throws OnHoldError
 */
export async function refreshReminder(deps: Deps, message: KnownMessage): Promise<KnownMessage | null> {
  const { date } = message.params;
  if (message.userId === null || typeof date !== 'string') return null;
  const settings = await currentSettings(deps);
  const reserved = await loadReservedNames(deps);
  const { coming, expected: visits } = await loadVisitsOnDay(deps, message.userId, date, message.locale);
  if (coming.length > 0 && visits.length === 0)
    throw new OnHoldError(
      'its appointments cannot take place',
      addMilliseconds(deps.now(), appointmentCheckDelayMs),
    );
  const reminder = buildReminder(visits, toLocalTime(deps.now()), { ...settings, reserved });
  const [first] = visits;
  if (!reminder || !first) return null;
  // The message of a move is sent as well and contains the new time.
  const isMoved =
    first.id === message.appointmentId &&
    (['time', 'locationId'] as const).some((of) => reminder.params[of] !== message.params[of]);
  if (isMoved && !reminder.visitIds && (await hasLaterMessage(deps.db, message))) return null;
  // A late reminder says "today" instead of "tomorrow": it counts as today's reminder, sent once.
  const added = addedVisitOf(message.dedupeKey);
  const { userId: reader } = message;
  const keyOf = (addedId: number | null) =>
    reminderKey(toLocalTime(deps.now()), first.localStart, reader, addedId);
  const key = keyOf(added);
  const dedupeKey = `${key}:${message.channel}`;
  if (dedupeKey !== message.dedupeKey && !(await changeDedupeKey(deps.db, message.id, dedupeKey)))
    return null;
  const current = {
    ...message,
    dedupeKey,
    template: reminder.template,
    params: reminder.params,
    appointmentId: reminder.appointmentId,
    visitIds: reminder.visitIds ?? null,
    secrets: pickReminderLinks(message, reminder),
  };
  if (await isRepeatedReminder(deps.db, current, keyOf(null))) return null;
  const linked = visits.map(({ id, localStart, locationId }) => ({
    link: reminder.visitIds ? appointmentSecretName(id) : 'visit',
    localStart,
    locationId,
  }));
  return removeLinksAfterCutoff(deps, current, linked);
}
