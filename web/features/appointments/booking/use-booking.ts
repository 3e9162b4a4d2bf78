import { type Appointment, createAppointment, settleAttempt } from '#shared/contract/appointments.ts';
import type { Body } from '#shared/contract/endpoint.ts';
import { bookAsVisitor } from '#shared/contract/links.ts';
import type { User } from '#shared/contract/users.ts';
import { createIdempotencyKey, isOutcomeUnknown, sendChange, useMultiStepChange } from '#web/api/changes.ts';
import { ApiError, createNetworkError as noAnswer } from '#web/api/client.ts';
import { draftStore } from '#web/api/drafts.ts';
import { toDoctorChoiceBody } from '#web/features/appointments/doctors/doctor-choice.ts';
import type { BookedVisit } from '#web/features/appointments/mine/change-own.ts';
import { attemptStore } from './attempt-store.ts';
import type { CompleteChoice } from './booking-choice.ts';

/**
 * Result of pressing "Confirm". `earlier`: the appointment of an earlier attempt whose answer was lost.
 * `nothing`: the server says that the earlier attempt did not arrive and can no longer book. `silence`: the
 * result is unknown; the next press asks for it before anything is sent.
 */
export type BookingOutcome =
  | {
      is: 'booked' | 'earlier';
      appointment: BookedVisit;
      /** Number at which the clinic calls the patient; for a visitor as she typed it. */
      phone: string | null;
      /** The server says that a message reaches the patient; false for a visitor. */
      reached: boolean;
      /** For a visitor: the link to her appointment. */
      link?: string;
    }
  | { is: 'nothing' }
  | { is: 'silence'; error: ApiError }
  | { is: 'refused'; error: ApiError };

const toOwnBooking = (appointment: Appointment) => ({
  appointment,
  phone: appointment.patient.phone,
  reached: !appointment.patient.unreachable,
});

const answerTimeoutMs = 20_000;
/** Milliseconds before each question about a lost answer: the user gets a result within two seconds. */
const askDelaysMs = [300, 900];
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

const isAnswerLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && (isOutcomeUnknown(error) || error.code === 'invalid_response');

/** Asks the server for the result of an attempt; after `nothing` its idempotency key is invalid. */
async function settleLostBooking({
  key,
  after,
}: {
  key: string;
  after: readonly number[];
}): Promise<BookingOutcome> {
  let lost = noAnswer();
  for (const wait of after) {
    await pause(wait);
    try {
      const signal = AbortSignal.timeout(answerTimeoutMs);
      const { appointment } = await sendChange(settleAttempt, { body: { key }, signal });
      attemptStore.end();
      return appointment ? { is: 'earlier', ...toOwnBooking(appointment) } : { is: 'nothing' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.isNetwork && !isAnswerLost(error)) return { is: 'refused', error };
      lost = error;
    }
  }
  attemptStore.leave();
  return { is: 'silence', error: lost };
}

interface Booking {
  user: User;
  /** The patient: the user or a person whose appointments the user manages. */
  patientId: number;
  choice: CompleteChoice;
}

/**
 * Sends a booking so that a lost answer never leads to two appointments, and no appointment remains
 * unreported.
 */
export function useBooking() {
  const asking = useMultiStepChange(settleLostBooking);

  /** Called only when no earlier attempt is unanswered; see `settle`. */
  const sending = useMultiStepChange(
    async ({ user, patientId, choice }: Booking): Promise<BookingOutcome> => {
      const { key } = attemptStore.begin(user.id);
      const body = {
        userId: patientId,
        locationId: choice.locationId,
        appointmentDate: choice.date,
        appointmentTime: choice.time,
        service: choice.serviceId,
        status: 'pending' as const,
        ...(choice.doctor === null ? {} : toDoctorChoiceBody(choice.doctor)),
      };
      try {
        const signal = AbortSignal.timeout(answerTimeoutMs);
        const appointment = await sendChange(createAppointment, {
          body,
          headers: { 'idempotency-key': key },
          signal,
        });
        attemptStore.end();
        return { is: 'booked', ...toOwnBooking(appointment) };
      } catch (error) {
        if (isAnswerLost(error)) {
          const found = await asking.mutateAsync({ key, after: askDelaysMs });
          if (found.is === 'earlier') return { ...found, is: 'booked' };
          // The server has no booking with this key, so the first error is the reason.
          if (found.is === 'nothing') return { is: 'refused', error };
          return found.is === 'silence' ? { is: 'silence', error } : found;
        }
        attemptStore.end();
        if (error instanceof ApiError) return { is: 'refused', error };
        throw error;
      }
    },
  );

  /** Result of an earlier attempt whose answer was lost; undefined if there is none. */
  async function settle(user: User): Promise<BookingOutcome | undefined> {
    const before = attemptStore.unanswered(user.id);
    if (!before) return undefined;
    return asking.mutateAsync({ key: before.key, after: [0, ...askDelaysMs] });
  }

  const busy = asking.isPending ? 'asking' : sending.isPending ? 'sending' : 'no';
  return { send: sending.mutateAsync, settle, busy } as const;
}

type VisitorBookingBody = Body<typeof bookAsVisitor>;

/** The visitor's attempt without an answer; survives a reload of the tab. */
const visitorAttemptDraft = draftStore<{ key: string; wish: VisitorBookingBody }>('visitor-booking');

/**
 * Books for a visitor without session and code. An attempt is sent again under its own idempotency key and
 * books once. An attempt without an answer is sent first, even if the choices have changed since: the visitor
 * sees its result and has one appointment.
 */
async function bookForVisitor(wish: VisitorBookingBody): Promise<BookingOutcome> {
  const before = visitorAttemptDraft.read();
  const unanswered = before.key && before.wish ? { key: before.key, wish: before.wish } : null;
  const attempt = unanswered ?? { key: createIdempotencyKey(), wish };
  const is = JSON.stringify(attempt.wish) === JSON.stringify(wish) ? 'booked' : 'earlier';
  visitorAttemptDraft.keep(attempt);
  let lost = noAnswer();
  for (const wait of [0, ...askDelaysMs]) {
    await pause(wait);
    try {
      const { appointment, link } = await sendChange(bookAsVisitor, {
        body: attempt.wish,
        headers: { 'idempotency-key': attempt.key },
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      visitorAttemptDraft.clear();
      return { is, appointment, phone: attempt.wish.phone, reached: false, link };
    } catch (error) {
      if (isAnswerLost(error)) {
        lost = error;
        continue;
      }
      const isOffline = error instanceof ApiError && error.code === 'offline';
      // The earlier request may have arrived.
      if (!isOffline || (!unanswered && wait === 0)) visitorAttemptDraft.clear();
      if (!(error instanceof ApiError)) throw error;
      if (isOffline) return { is: 'refused', error };
      return is === 'earlier' ? await bookForVisitor(wish) : { is: 'refused', error };
    }
  }
  return { is: 'silence', error: lost };
}

export function useVisitorBooking() {
  const { mutateAsync: send, isPending } = useMultiStepChange(bookForVisitor);
  return { send, busy: isPending };
}
