import { createAppointment } from '#shared/contract/appointments.ts';
import { useKeyedChange } from '#web/api/changes.ts';

/** Books for a patient; pressing again after silence never makes a second appointment. */
export const useCreateAppointment = () => useKeyedChange(createAppointment);
