import { type Appointment, createAppointment, settleAttempt } from '#shared/contract/appointments.ts';
import type { User } from '#shared/contract/users.ts';
import { change, isUnsure, useDoing } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { attemptStore } from './attempt-store.ts';
import type { BookingChoice, BookingService } from './booking-choice.ts';

/**
 * What came of a press of Confirm. `earlier`: the visit of an earlier try, whose answer was lost. `nothing`:
 * the server says
 * that the try did not arrive, and it never will. `silence`: nobody answers; the next press asks before
 * anything is sent.
 */
export type BookingOutcome =
  | { is: 'booked'; appointment: Appointment }
  | { is: 'earlier'; appointment: Appointment }
  | { is: 'nothing' }
  | { is: 'silence' }
  | { is: 'refused'; error: ApiError };

const answerWithin = 20_000;
/** Milliseconds before each question after a lost answer. */
const askAfter = [400, 1500, 4000];
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

const isUnheard = (error: unknown): error is ApiError =>
  error instanceof ApiError && (isUnsure(error) || error.code === 'invalid_response');

/** Asks the server what became of a try; after `nothing` its key books nothing any more. */
async function ask({ key, after }: { key: string; after: readonly number[] }): Promise<BookingOutcome> {
  for (const wait of after) {
    await pause(wait);
    try {
      const signal = AbortSignal.timeout(answerWithin);
      const { appointment } = await change(settleAttempt, { body: { key }, signal });
      attemptStore.end();
      return appointment ? { is: 'earlier', appointment } : { is: 'nothing' };
    } catch (error) {
      if (!isUnheard(error)) {
        if (error instanceof ApiError) return { is: 'refused', error };
        throw error;
      }
    }
  }
  attemptStore.leave();
  return { is: 'silence' };
}

interface Booking {
  user: User;
  choice: BookingChoice;
  service: BookingService;
}

/** Sends a booking so that a lost answer never makes two of it, and none without saying so. */
export function useBooking() {
  const asking = useDoing(ask);

  /** Only once nothing is left unanswered: see `settle`. */
  const sending = useDoing(async ({ user, choice, service }: Booking): Promise<BookingOutcome> => {
    const { key } = attemptStore.begin(user.id);
    const body = {
      userId: user.id,
      locationId: choice.locationId ?? 0,
      appointmentDate: choice.date ?? '',
      appointmentTime: choice.time ?? '',
      service: service.englishName,
      status: 'pending' as const,
    };
    try {
      const signal = AbortSignal.timeout(answerWithin);
      const appointment = await change(createAppointment, {
        body,
        headers: { 'idempotency-key': key },
        signal,
      });
      attemptStore.end();
      return { is: 'booked', appointment };
    } catch (error) {
      if (isUnheard(error)) {
        const found = await asking.mutateAsync({ key, after: askAfter });
        return found.is === 'earlier' ? { ...found, is: 'booked' } : found;
      }
      attemptStore.end();
      if (error instanceof ApiError) return { is: 'refused', error };
      throw error;
    }
  });

  /** What became of an earlier try whose answer was lost; undefined when there is none. */
  async function settle(user: User): Promise<BookingOutcome | undefined> {
    const before = attemptStore.unanswered(user.id);
    if (!before) return undefined;
    return asking.mutateAsync({ key: before.key, after: [0, ...askAfter] });
  }

  const busy = asking.isPending ? 'asking' : sending.isPending ? 'sending' : 'no';
  return { send: sending.mutateAsync, settle, busy } as const;
}
