import { createAppointment } from '#shared/contract/appointments.ts';
import { useKeyedChange } from '#web/api/changes.ts';

/** Books for a patient; a repeated press after a lost answer never makes a second appointment. */
export const useCreateAppointment = () => useKeyedChange(createAppointment);
