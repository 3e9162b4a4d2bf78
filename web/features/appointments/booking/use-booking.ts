import { type Appointment, createAppointment, settleAttempt } from '#shared/contract/appointments.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import { bookAsVisitor } from '#shared/contract/links.ts';
import type { User } from '#shared/contract/users.ts';
import { change, isUnsure, newKey, useDoing } from '#web/api/changes.ts';
import { ApiError, unanswered as noAnswer } from '#web/api/client.ts';
import { draftStore } from '#web/api/drafts.ts';
import { wantedOf } from '#web/features/appointments/doctors/doctor-choice.ts';
import type { BookedVisit } from '#web/features/appointments/mine/change-own.ts';
import { attemptStore } from './attempt-store.ts';
import type { BookingChoice, BookingService } from './booking-choice.ts';

/**
 * What came of a press of Confirm. `earlier`: the visit of an earlier try, whose answer was lost. `nothing`: the
 * server says that the earlier try did not arrive, and it never will. `silence`: nobody knows, for this reason;
 * the next press asks before anything is sent.
 */
export type BookingOutcome =
  | {
      is: 'booked' | 'earlier';
      appointment: BookedVisit;
      /** Where the clinic calls her: a visitor's as she typed it. */
      phone: string | null;
      /** Of a visitor's visit: her way back to it. */
      link?: string;
    }
  | { is: 'nothing' }
  | { is: 'silence'; error: ApiError }
  | { is: 'refused'; error: ApiError };

const ofOwn = (appointment: Appointment) => ({ appointment, phone: appointment.patient.phone });

const answerWithin = 20_000;
/** Milliseconds before each question after a lost answer: she is told within two seconds. */
const askAfter = [300, 900];
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

const isUnheard = (error: unknown): error is ApiError =>
  error instanceof ApiError && (isUnsure(error) || error.code === 'invalid_response');

/** Asks the server what became of a try; after `nothing` its key books nothing any more. */
async function ask({ key, after }: { key: string; after: readonly number[] }): Promise<BookingOutcome> {
  let lost = noAnswer();
  for (const wait of after) {
    await pause(wait);
    try {
      const signal = AbortSignal.timeout(answerWithin);
      const { appointment } = await change(settleAttempt, { body: { key }, signal });
      attemptStore.end();
      return appointment ? { is: 'earlier', ...ofOwn(appointment) } : { is: 'nothing' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.isNetwork && !isUnheard(error)) return { is: 'refused', error };
      lost = error;
    }
  }
  attemptStore.leave();
  return { is: 'silence', error: lost };
}

interface Booking {
  user: User;
  /** Who comes: she, or somebody she looks after. */
  patientId: number;
  choice: BookingChoice;
  service: BookingService;
}

/** Sends a booking so that a lost answer never makes two of it, and none without saying so. */
export function useBooking() {
  const asking = useDoing(ask);

  /** Only once nothing is left unanswered: see `settle`. */
  const sending = useDoing(async ({ user, patientId, choice, service }: Booking): Promise<BookingOutcome> => {
    const { key } = attemptStore.begin(user.id);
    const body = {
      userId: patientId,
      locationId: choice.locationId ?? 0,
      appointmentDate: choice.date ?? '',
      appointmentTime: choice.time ?? '',
      service: service.englishName,
      status: 'pending' as const,
      ...(choice.doctor === null ? {} : wantedOf(choice.doctor)),
    };
    try {
      const signal = AbortSignal.timeout(answerWithin);
      const appointment = await change(createAppointment, {
        body,
        headers: { 'idempotency-key': key },
        signal,
      });
      attemptStore.end();
      return { is: 'booked', ...ofOwn(appointment) };
    } catch (error) {
      if (isUnheard(error)) {
        const found = await asking.mutateAsync({ key, after: askAfter });
        if (found.is === 'earlier') return { ...found, is: 'booked' };
        // The server knows of no booking: the answer that came says why.
        if (found.is === 'nothing') return { is: 'refused', error };
        return found.is === 'silence' ? { is: 'silence', error } : found;
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

type VisitorWish = Body<typeof bookAsVisitor>;

/** The try that nobody has answered yet; it outlives a reload of the tab. */
const attempts = draftStore<{ key: string; wish: VisitorWish }>('visitor-booking');

/**
 * Books for somebody who has neither a session nor a code. Sent again under its own key, a wish is booked
 * once; one whose answer never came goes first, whatever she chose since: she is told, and holds one visit.
 */
async function bookByNumber(wish: VisitorWish): Promise<BookingOutcome> {
  const before = attempts.read();
  const unanswered = before.key && before.wish ? { key: before.key, wish: before.wish } : null;
  const attempt = unanswered ?? { key: newKey(), wish };
  const is = JSON.stringify(attempt.wish) === JSON.stringify(wish) ? 'booked' : 'earlier';
  attempts.keep(attempt);
  let lost = noAnswer();
  for (const wait of [0, ...askAfter]) {
    await pause(wait);
    try {
      const { appointment, link } = await change(bookAsVisitor, {
        body: attempt.wish,
        headers: { 'idempotency-key': attempt.key },
        signal: AbortSignal.timeout(answerWithin),
      });
      attempts.clear();
      return { is, appointment, phone: attempt.wish.phone, link };
    } catch (error) {
      if (isUnheard(error)) {
        lost = error;
        continue;
      }
      const isOffline = error instanceof ApiError && error.code === 'offline';
      // What was sent before may have arrived.
      if (!isOffline || (!unanswered && wait === 0)) attempts.clear();
      if (!(error instanceof ApiError)) throw error;
      if (isOffline) return { is: 'refused', error };
      return is === 'earlier' ? await bookByNumber(wish) : { is: 'refused', error };
    }
  }
  return { is: 'silence', error: lost };
}

export function useVisitorBooking() {
  const { mutateAsync: send, isPending } = useDoing(bookByNumber);
  return { send, busy: isPending };
}
