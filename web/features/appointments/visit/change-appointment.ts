import type { InfiniteData } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  type Appointment,
  changeAppointment,
  type changeAppointmentBody,
} from '#shared/contract/appointments.ts';
import { sendChange, useMultiStepChange } from '#web/api/changes.ts';
import { ApiError, type Page } from '#web/api/client.ts';
import { queryClient } from '#web/api/hooks.ts';
import { updateDraftRow } from '#web/features/appointments/notes/note-draft.ts';

export type AppointmentChange = Omit<z.input<typeof changeAppointmentBody>, 'version'>;
/** With the version that the user saw. */
export type VersionedChange = AppointmentChange & { version: number };

/** Puts the appointment from the response into every list shown, before the lists are read again. */
function updateCachedLists(appointment: Appointment): void {
  queryClient.setQueriesData<InfiniteData<Page<Appointment>>>(
    {
      predicate: ({ queryKey }) =>
        queryKey[1] === 'pages' && String(queryKey[0]).startsWith('/api/appointments'),
    },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) => (row.id === appointment.id ? appointment : row)),
        })),
      },
  );
}

/**
 * Changes one appointment with the version that the user saw, so that the server rejects the change if
 * another user was faster.
 */
export const useVisitChange = () =>
  useMultiStepChange(async ({ id, ...body }: VersionedChange & { id: number }): Promise<Appointment> => {
    const saved = await sendChange(changeAppointment, { params: { id }, body });
    updateCachedLists(saved);
    updateDraftRow(saved);
    return saved;
  });

/** The current appointment, if another user was faster; null for other errors. */
export const getStaleAppointment = (error: unknown): Appointment | null =>
  error instanceof ApiError && error.code === 'stale' && error.current
    ? (error.current as Appointment)
    : null;

export const isNotFoundError = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
