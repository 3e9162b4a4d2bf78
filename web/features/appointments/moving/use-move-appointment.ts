import { useState } from 'react';
import { useMultiStepChange } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { refetchSubjects } from '#web/api/hooks.ts';
import type { VisitTime } from '#web/features/appointments/new/visit-time-fields.tsx';
import { isTimeGone } from '#web/features/appointments/time-is-gone.ts';

/** Errors that mean that the appointment has changed since it was shown. */
const visitChangedCodes = new Set<ApiError['code']>(['stale', 'not_movable', 'past_cutoff']);

/** A complete new place and time for an appointment. */
export interface NewTime {
  locationId: number;
  date: string;
  time: string;
}

/**
 * State and action of moving an appointment, for patients and staff. The appointment stays unchanged until
 * the server accepts the move; if the time is taken, only the time has to be chosen again. `move` returns the
 * error, or null after the move.
 */
export function useMoveAppointment<More = void>(
  locationId: number | null,
  send: (to: NewTime, more: More) => Promise<unknown>,
  firstDate: string | null = null,
) {
  const [when, setWhen] = useState<VisitTime>({ locationId, date: firstDate, time: null, overbook: false });
  const [lost, setLost] = useState<string | null>(null);
  const moving = useMultiStepChange(({ to, more }: { to: NewTime; more: More }) => send(to, more));

  function choose(change: Partial<VisitTime>) {
    const next = { ...when, ...change };
    setWhen(next);
    if (next.date !== when.date || next.locationId !== when.locationId) setLost(null);
    if (moving.isError) moving.reset();
  }
  async function move(to: NewTime, more: More): Promise<ApiError | null> {
    try {
      await moving.mutateAsync({ to, more });
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isGone = isTimeGone(error);
      if (isGone) {
        setLost(to.time);
        setWhen((before) => ({ ...before, time: null }));
      }
      if (isGone || visitChangedCodes.has(error.code)) void refetchSubjects(['appointments']);
      return error;
    }
  }
  const { locationId: at, date, time } = when;
  return {
    when,
    /** The complete choice; null while something is missing. */
    to: at !== null && date && time ? { locationId: at, date, time } : null,
    /** The time that another user has just taken, shown as taken while its day is shown. */
    lost,
    choose,
    move,
    busy: moving.isPending,
    refused: moving.error,
  };
}
export type MoveState = ReturnType<typeof useMoveAppointment>;
