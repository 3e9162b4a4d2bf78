import { useState } from 'react';
import { type Appointment, createAppointment } from '#shared/contract/appointments.ts';
import type { User } from '#shared/contract/users.ts';
import { useKeyedChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import type { BookingChoice, BookingService } from './booking-choice.ts';

export type BookingOutcome = { appointment: Appointment } | { error: ApiError };

/** Sends a booking; pressing again after silence asks for the same one, so nobody is booked twice. */
export function useBooking() {
  const send = useKeyedChange(createAppointment);
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
    setBusy(true);
    try {
      return { appointment: await send({ body }) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { error };
    } finally {
      setBusy(false);
    }
  }

  return { book, busy };
}
