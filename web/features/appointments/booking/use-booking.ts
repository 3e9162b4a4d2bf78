import { useRef, useState } from 'react';
import { type Appointment, createAppointment } from '#shared/contract/appointments.ts';
import type { User } from '#shared/contract/users.ts';
import { ApiError, call } from '#web/api/client.ts';
import { refetch } from '#web/api/hooks.ts';
import type { BookingChoice, BookingService } from './booking-choice.ts';

export type BookingOutcome = { appointment: Appointment } | { error: ApiError };

const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Sends a booking. The key belongs to the attempt: pressing again after silence asks for the same booking,
 * so nobody is booked twice; after a clear answer the next press is a new attempt.
 */
export function useBooking() {
  const attempt = useRef<{ what: string; key: string } | null>(null);
  const [busy, setBusy] = useState(false);

  async function book(user: User, choice: BookingChoice, service: BookingService): Promise<BookingOutcome> {
    const body = {
      userId: user.id,
      locationId: choice.locationId ?? 0,
      appointmentDate: choice.date ?? '',
      appointmentTime: choice.time ?? '',
      service: service.englishName,
      status: 'pending' as const,
    };
    const what = JSON.stringify(body);
    if (attempt.current?.what !== what) attempt.current = { what, key: randomKey() };
    const input = { body, headers: { 'idempotency-key': attempt.current.key } };
    setBusy(true);
    try {
      const appointment = await call(createAppointment, input).catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.status < 500) throw error;
        await pause(800);
        return call(createAppointment, input);
      });
      attempt.current = null;
      void refetch('/api/appointments');
      return { appointment };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.isNetwork && error.status < 500) attempt.current = null;
      return { error };
    } finally {
      setBusy(false);
    }
  }

  return { book, busy };
}
