import type { Appointment, Parameters } from 'fhir/r4';
import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { createAppointment } from '#server/features/appointments/actions.ts';
import { bookingWithKey } from '#server/features/appointments/booking-queries.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import { currentServices } from '#server/features/services/queries.ts';
import { readInstant } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { appointmentResource } from './appointment-queries.ts';
import { idIn, notUnderstood, numberIn } from './search-queries.ts';
import { isOffered, readSlotId, type SlotId } from './slot-queries.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listed = (value: unknown): Record<string, unknown>[] =>
  (Array.isArray(value) ? value : []).filter(isRecord);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The appointment in the input of `$book`: `appt-resource` of Parameters, or the resource itself. */
function wishIn(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) throw notUnderstood('body');
  if (body.resourceType === 'Appointment') return body;
  const named = listed(body.parameter).find(({ name }) => name === ('appt-resource' satisfies string));
  const wish = body.resourceType === ('Parameters' satisfies Parameters['resourceType']) && named?.resource;
  if (!isRecord(wish) || wish.resourceType !== 'Appointment') throw notUnderstood('appt-resource');
  return wish;
}

function patientIn(wish: Record<string, unknown>): number {
  const actors = listed(wish.participant).map(({ actor }) => text(isRecord(actor) ? actor.reference : ''));
  const found = actors.flatMap((reference) =>
    reference.includes('Patient/') ? (numberIn(reference, 'Patient') ?? []) : [],
  );
  if (found[0] === undefined || found.length > 1) throw notUnderstood('Appointment.participant');
  return found[0];
}

function slotIn(wish: Record<string, unknown>): SlotId {
  const [slot, ...more] = listed(wish.slot);
  const id = idIn(text(slot?.reference), 'Slot');
  const read = id === null || more.length > 0 ? null : readSlotId(id);
  if (!read) throw notUnderstood('Appointment.slot');
  return read;
}

/** The service with this length: the named one, or the only one. */
async function serviceIn(deps: Deps, wish: Record<string, unknown>, minutes: number): Promise<number> {
  const fitting = (await currentServices(deps)).filter(({ durationMinutes }) => durationMinutes === minutes);
  const codes = listed(wish.serviceType).flatMap(({ coding }) =>
    listed(coding).map(({ code }) => text(code)),
  );
  const named = fitting.filter(({ id }) => codes.includes(String(id)));
  const [only, ...others] = codes.length > 0 ? named : fitting;
  if (!only || others.length > 0) throw notUnderstood('Appointment.serviceType');
  return only.id;
}

/** Books a free slot for a patient, as the front desk would: confirmed, and the patient is notified. */
export async function bookSlot(
  deps: Deps,
  viewer: Viewer,
  body: unknown,
  key: string | null,
): Promise<Appointment> {
  const wish = wishIn(body);
  const slot = slotIn(wish);
  const userId = patientIn(wish);
  const service = await serviceIn(deps, wish, slot.minutes);
  const { locationId, date, time, doctorId } = slot;
  const booking = {
    userId,
    locationId,
    service,
    appointmentDate: date,
    appointmentTime: time,
    ...(doctorId === undefined ? {} : { doctorId }),
  };
  // A repeated idempotency key gets the first answer, although the time is taken by now.
  const again = key !== null && (await bookingWithKey(deps.db, viewer.id, key)) !== undefined;
  if (!again && !(await isOffered(deps, slot))) throw new Refusal('slot_taken');
  const { id } = await createAppointment(deps, viewer, booking, key);
  return appointmentResource(deps, viewer, id);
}

/**
 * Cancels an appointment that the caller has read: If-Match has its version, and no other field may differ.
 */
export async function cancelBy(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { body, ifMatch }: { body: unknown; ifMatch: string | undefined },
): Promise<Appointment> {
  const now = await appointmentResource(deps, viewer, id);
  const wanted = isRecord(body) ? body : {};
  if (wanted.resourceType !== 'Appointment' || text(wanted.id) !== String(id))
    throw notUnderstood('Appointment.id');
  const version = /^W\/"(\d{1,9})"$/.exec(ifMatch ?? '')?.[1];
  if (version === undefined) throw notUnderstood('If-Match');
  if (version !== now.meta.versionId) throw new Refusal('version_differs');
  const start = text(wanted.start);
  const moved = start !== '' && readInstant(start)?.toISOString() !== now.start;
  if (wanted.status !== 'cancelled' || moved) throw notUnderstood('Appointment.status');
  try {
    await changeAppointment(deps, viewer, id, { status: 'cancelled', version: Number(version) });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'stale') throw new Refusal('version_differs');
    throw error;
  }
  return appointmentResource(deps, viewer, id);
}
