import { type Appointment, createAppointment } from '#shared/contract/appointments.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { useKeyedChange } from '#web/api/changes.ts';

/** Books for a patient; pressing again after silence never makes a second appointment. */
export function useCreateAppointment(): (body: BodyInput<typeof createAppointment>) => Promise<Appointment> {
  const book = useKeyedChange(createAppointment);
  return (body) => book({ body });
}
