import type { Deps } from '#server/deps.ts';
import { localNow } from '#server/engine/db/day-queries.ts';
import type { KnownMessage } from '#server/engine/delivery/worker.ts';
import { systemViewer } from '#server/engine/http/viewers.ts';
import { removePastPromise } from '#server/features/appointments/cutoff-actions.ts';
import {
  findDeletedAppointments,
  type StatedAppointment,
} from '#server/features/appointments/history-queries.ts';
import { findAppointment, presentAppointment } from '#server/features/appointments/queries.ts';
import { currentLocations } from '#server/features/locations/queries.ts';
import { requeueForCurrentReader } from '#server/features/notifications/notify-actions.ts';
import { currentSettings } from '#server/features/settings/queries.ts';
import { dayClock, localDateTime } from '#shared/domain/clinic-time.ts';
import { isCancelledStatus, isOpen } from '#shared/domain/visits/appointment-status.ts';
import { type SeriesKind, seriesMessage } from './messages.ts';

const statedBranch = ({ params }: KnownMessage) => ({
  id: Number(params.locationId),
  name: String(params.location),
  nameAr: null,
  address: String(params.address),
  addressAr: null,
});

/**
 * Just before a message about several appointments is sent: lists those to come that still match, as they are
 * now, without those that `withdraw` returns because they cannot take place. Returns null if none is left, or
 * if the message was redirected because somebody else reads the patient's messages now. Of cancelled
 * appointments also those that were deleted since, because nothing else says that they are cancelled.
 */
export async function refreshSeries(
  deps: Deps,
  message: KnownMessage,
  withdraw: (visitIds: readonly number[]) => Promise<readonly number[]>,
): Promise<KnownMessage | null> {
  const kind = message.template as SeriesKind;
  const settings = await currentSettings(deps);
  const now = localNow(dayClock(deps.now()));
  const visitIds = message.visitIds ?? [];
  const deleted =
    kind === 'seriesCancelled' ? await findDeletedAppointments(deps.db, visitIds, settings.prefix) : [];
  const matching: StatedAppointment[] = deleted.filter(
    ({ status, appointmentDate, appointmentTime }) =>
      isCancelledStatus(status) && localDateTime(appointmentDate, appointmentTime) > now,
  );
  for (const id of visitIds) {
    const row = await findAppointment(deps.db, systemViewer, id);
    if (!row) continue;
    const isTrue = kind === 'seriesCancelled' ? isCancelledStatus(row.status) : isOpen(row.status);
    if (isTrue && row.localStart > now) matching.push(presentAppointment(row, settings.prefix));
  }
  const withdrawn = kind === 'seriesCancelled' ? [] : await withdraw(matching.map(({ id }) => id));
  const visits = matching.filter(({ id }) => !withdrawn.includes(id));
  visits.sort((a, b) =>
    `${a.appointmentDate} ${a.appointmentTime}`.localeCompare(`${b.appointmentDate} ${b.appointmentTime}`),
  );
  const [first, ...others] = visits;
  if (!first) return null;
  // A branch without appointments to come may be closed for good: the message keeps its name.
  const places = await currentLocations(deps);
  const place = places.find(({ id }) => id === first.locationId) ?? statedBranch(message);
  const { who, oldDate, oldTime } = message.params;
  const { params = {} } = seriesMessage(kind, message.locale, [first, ...others], place, places);
  const listed = {
    ...message,
    params: {
      ...params,
      ...(who === undefined ? {} : { who }),
      ...(oldDate === undefined || oldTime === undefined ? {} : { oldDate, oldTime }),
    },
    visitIds: visits.map(({ id }) => id),
  };
  const current = removePastPromise(listed, deps.now());
  // Last, because the copy in the app is not checked again.
  return (await requeueForCurrentReader(deps, current, first.userId)) ? null : current;
}
