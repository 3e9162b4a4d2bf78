import type { Appointment, Parameters } from 'fhir/r4';
import type { Deps } from '#server/deps.ts';
import type { Viewer } from '#server/engine/http/session.ts';
import { createAppointment } from '#server/features/appointments/actions.ts';
import { findBookingByKey } from '#server/features/appointments/booking-queries.ts';
import { changeAppointment } from '#server/features/appointments/change-actions.ts';
import { currentServices } from '#server/features/services/queries.ts';
import { readInstant } from '#shared/domain/clinic-time.ts';
import { Refusal } from '#shared/errors.ts';
import { loadFhirAppointment } from './appointment-queries.ts';
import { notUnderstoodRefusal, parseReferenceId, parseReferenceNumber } from './search-queries.ts';
import { isSlotFree, readSlotId, type SlotId } from './slot-queries.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const recordsIn = (value: unknown): Record<string, unknown>[] =>
  (Array.isArray(value) ? value : []).filter(isRecord);

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The appointment in the input of `$book`: `appt-resource` of Parameters, or the resource itself. */
function parseBookedAppointment(body: unknown): Record<string, unknown> {
  if (!isRecord(body)) throw notUnderstoodRefusal('body');
  if (body.resourceType === 'Appointment') return body;
  const named = recordsIn(body.parameter).find(({ name }) => name === ('appt-resource' satisfies string));
  const wish = body.resourceType === ('Parameters' satisfies Parameters['resourceType']) && named?.resource;
  if (!isRecord(wish) || wish.resourceType !== 'Appointment') throw notUnderstoodRefusal('appt-resource');
  return wish;
}

function parsePatientId(wish: Record<string, unknown>): number {
  const actors = recordsIn(wish.participant).map(({ actor }) =>
    stringOrEmpty(isRecord(actor) ? actor.reference : ''),
  );
  const found = actors.flatMap((reference) =>
    reference.includes('Patient/') ? (parseReferenceNumber(reference, 'Patient') ?? []) : [],
  );
  if (found[0] === undefined || found.length > 1) throw notUnderstoodRefusal('Appointment.participant');
  return found[0];
}

function parseBookedSlot(wish: Record<string, unknown>): SlotId {
  const [slot, ...more] = recordsIn(wish.slot);
  const id = parseReferenceId(stringOrEmpty(slot?.reference), 'Slot');
  const read = id === null || more.length > 0 ? null : readSlotId(id);
  if (!read) throw notUnderstoodRefusal('Appointment.slot');
  return read;
}

/** The service with this length: the named one, or the only one. */
async function findRequestedService(
  deps: Deps,
  wish: Record<string, unknown>,
  minutes: number,
): Promise<number> {
  const fitting = (await currentServices(deps)).filter(({ durationMinutes }) => durationMinutes === minutes);
  const codes = recordsIn(wish.serviceType).flatMap(({ coding }) =>
    recordsIn(coding).map(({ code }) => stringOrEmpty(code)),
  );
  const named = fitting.filter(({ id }) => codes.includes(String(id)));
  const [only, ...others] = codes.length > 0 ? named : fitting;
  if (!only || others.length > 0) throw notUnderstoodRefusal('Appointment.serviceType');
  return only.id;
}

/** Books a free slot for a patient, as the front desk would: confirmed, and the patient is notified. */
export async function bookSlot(
  deps: Deps,
  viewer: Viewer,
  body: unknown,
  key: string | null,
): Promise<Appointment> {
  const wish = parseBookedAppointment(body);
  const slot = parseBookedSlot(wish);
  const userId = parsePatientId(wish);
  const service = await findRequestedService(deps, wish, slot.minutes);
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
  const again = key !== null && (await findBookingByKey(deps.db, viewer.id, key)) !== undefined;
  if (!again && !(await isSlotFree(deps, slot))) throw new Refusal('slot_taken');
  const { id } = await createAppointment(deps, viewer, booking, key);
  return loadFhirAppointment(deps, viewer, id);
}

/**
 * Cancels an appointment that the caller has read: If-Match has its version, and no other field may differ.
 */
export async function cancelFhirAppointment(
  deps: Deps,
  viewer: Viewer,
  id: number,
  { body, ifMatch }: { body: unknown; ifMatch: string | undefined },
): Promise<Appointment> {
  const now = await loadFhirAppointment(deps, viewer, id);
  const wanted = isRecord(body) ? body : {};
  if (wanted.resourceType !== 'Appointment' || stringOrEmpty(wanted.id) !== String(id))
    throw notUnderstoodRefusal('Appointment.id');
  const version = /^W\/"(\d{1,9})"$/.exec(ifMatch ?? '')?.[1];
  if (version === undefined) throw notUnderstoodRefusal('If-Match');
  if (version !== now.meta.versionId) throw new Refusal('version_differs');
  const start = stringOrEmpty(wanted.start);
  const moved = start !== '' && readInstant(start)?.toISOString() !== now.start;
  if (wanted.status !== 'cancelled' || moved) throw notUnderstoodRefusal('Appointment.status');
  try {
    await changeAppointment(deps, viewer, id, { status: 'cancelled', version: Number(version) });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'stale') throw new Refusal('version_differs');
    throw error;
  }
  return loadFhirAppointment(deps, viewer, id);
}
