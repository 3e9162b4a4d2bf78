import { offerChosenTimes } from '#server/features/disruptions/actions.ts';
import { parseExceptions, previewHoursChange, saveExceptions } from '#server/features/schedules/actions.ts';
import { insertSettings, readSettings } from '#server/features/settings/queries.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { note, type Week } from './week.ts';

/** The owner changes reminders, quiet hours, and how long before an appointment a patient may change it. */
export async function changeSettings(week: Week): Promise<void> {
  const { random, desk } = week;
  const { deps } = week.clinic;
  const settings = {
    ...(await readSettings(deps.db)),
    reminderHours: random.pick([
      [24, 3],
      [23, 3],
      [24, 2],
      [25, 4],
      [48, 24, 3],
    ]),
    quietHours: random.pick([
      { from: '21:00', to: '09:00' },
      { from: '22:00', to: '08:00' },
      { from: '13:00', to: '16:00' },
    ]),
    cutoffHours: random.pick([0, 4, 24]),
  };
  const { reminderHours, quietHours, cutoffHours } = settings;
  note(week, `settings ${JSON.stringify({ reminderHours, quietHours, cutoffHours })}`);
  await insertSettings(deps.db, settings, desk.id);
  deps.cache.dropAll();
}

/**
 * The day of an appointment becomes a holiday, or stops being one; half of the displaced patients get
 * another time.
 */
export async function changeHolidays(week: Week): Promise<void> {
  const { random, desk } = week;
  const { deps } = week.clinic;
  const { rows } = await deps.database.pool.query(
    `select distinct to_char(local_start, 'YYYY-MM-DD') as date from appointments
      where status in ('pending', 'confirmed') and local_start > $1::date + 1 order by 1`,
    [dayClock(deps.now()).date],
  );
  const isClosed = rows.length > 0 && random.happens(0.7);
  const exceptions = isClosed ? [{ date: random.pick(rows).date, isClosed: true }] : [];
  const plans = new Map([[1, { exceptions: parseExceptions(exceptions) }]]);
  const { visits } = await previewHoursChange(deps, desk, plans);
  note(week, `holidays: ${exceptions.map(({ date }) => date).join()}`);
  await saveExceptions(deps, desk, 1, exceptions);
  const chosen = visits.flatMap(({ visit, proposals: [time] }) =>
    time && random.happens(0.5) ? [{ appointmentId: visit.id, time }] : [],
  );
  for (const { appointmentId, time } of chosen)
    note(week, `visit ${appointmentId} is offered ${JSON.stringify(time)}`, appointmentId);
  if (chosen.length > 0) await offerChosenTimes(deps, desk, chosen);
}
