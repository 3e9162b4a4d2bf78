import { type APIRequestContext, expect } from '@playwright/test';
import type { Appointment } from '#shared/contract/appointments.ts';
import type { Disruption, DisruptionHead } from '#shared/contract/disruptions.ts';

/* Appointments that a change displaces, read and prepared through the API. */

export const fetchJson = async <T>(api: APIRequestContext, path: string) =>
  (await (await api.get(path)).json()) as T;

/** The rows of all disruptions about one appointment. */
export async function findDisruptionRows(asAdmin: APIRequestContext, { id }: Pick<Appointment, 'id'>) {
  const heads = await fetchJson<DisruptionHead[]>(asAdmin, '/api/disruptions?limit=20');
  const all = await Promise.all(
    heads.map((head) => fetchJson<Disruption>(asAdmin, `/api/disruptions/${head.id}`)),
  );
  return all.flatMap(({ rows }) => rows).filter(({ appointmentId }) => appointmentId === id);
}

export async function assignDoctor(
  asAdmin: APIRequestContext,
  { id, version }: Appointment,
  doctorId: number,
): Promise<void> {
  const assigned = await asAdmin.patch(`/api/appointments/${id}`, { data: { doctorId, version } });
  expect(assigned.ok(), 'assigning the doctor').toBe(true);
}
