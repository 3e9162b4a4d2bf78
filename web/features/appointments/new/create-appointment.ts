import { useRef } from 'react';
import { type Appointment, createAppointment } from '#shared/contract/appointments.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { ApiError, call } from '#web/api/client.ts';
import { refetchAppointments } from '#web/features/appointments/visit/change-appointment.ts';

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Books for a patient. The key belongs to the attempt: pressing again after silence never makes a second
 * appointment.
 */
export function useCreateAppointment(): (body: BodyInput<typeof createAppointment>) => Promise<Appointment> {
  const attempt = useRef<{ what: string; key: string } | null>(null);
  return async (body) => {
    const what = JSON.stringify(body);
    if (attempt.current?.what !== what) attempt.current = { what, key: randomKey() };
    try {
      const made = await call(createAppointment, {
        body,
        headers: { 'idempotency-key': attempt.current.key },
      });
      attempt.current = null;
      void refetchAppointments();
      return made;
    } catch (error) {
      if (error instanceof ApiError && !error.isNetwork && error.status < 500) attempt.current = null;
      throw error;
    }
  };
}
