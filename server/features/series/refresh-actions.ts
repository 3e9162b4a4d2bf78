import type { Deps } from '#server/deps.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { removePastPromise } from '#server/features/appointments/cutoff-actions.ts';
import { findAppointment, presentAppointment } from '#server/features/appointments/queries.ts';
import { findOpenLocation } from '#server/features/locations/queries.ts';
import { requeueForCurrentReader } from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import type { Appointment } from '#shared/contract/appointments.ts';
import { dayClock } from '#shared/domain/clinic-time.ts';
import { isCancelledStatus, isOpen } from '#shared/domain/visits/appointment-status.ts';
import { type SeriesKind, seriesMessage } from './messages.ts';

/** The outbox may see every appointment. */
const seriesOutboxViewer = { id: 0, role: 'admin' } as const;

/**
 * Just before a message about several appointments is sent: lists those to come that still match, as they are
 * now. `displaced`: those that cannot take place.
 */
export async function refreshSeries(
  deps: Deps,
  message: KnownMessage,
  displaced: readonly number[] = [],
): Promise<KnownMessage | null> {
  const kind = message.template as SeriesKind;
  const settings = await currentSettings(deps);
  const now = localNow(dayClock(deps.now()));
  const visits: Appointment[] = [];
  for (const id of message.visitIds ?? []) {
    const row = await findAppointment(deps.db, seriesOutboxViewer, id);
    if (!row) continue;
    const isTrue =
      kind === 'seriesCancelled'
        ? isCancelledStatus(row.status)
        : isOpen(row.status) && row.localStart > now && !displaced.includes(id);
    if (isTrue) visits.push(presentAppointment(row, settings.prefix));
  }
  visits.sort((a, b) =>
    `${a.appointmentDate} ${a.appointmentTime}`.localeCompare(`${b.appointmentDate} ${b.appointmentTime}`),
  );
  const [first, ...others] = visits;
  const place = first && (await findOpenLocation(deps, first.locationId));
  if (!first || !place) return null;
  if (await requeueForCurrentReader(deps, message, first.userId)) return null;
  const { who } = message.params;
  const { params = {} } = seriesMessage(kind, message.locale, [first, ...others], place);
  const current = {
    ...message,
    params: { ...params, ...(who === undefined ? {} : { who }) },
    visitIds: visits.map(({ id }) => id),
  };
  return removePastPromise(current, deps.now());
}
