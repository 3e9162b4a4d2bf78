import { useState } from 'react';
import { useDoing } from '#web/api/changes.ts';
import { ApiError } from '#web/api/client.ts';
import { readAgain } from '#web/api/hooks.ts';
import type { VisitTime } from '#web/features/appointments/new/visit-time-fields.tsx';
import { isTimeGone } from '#web/features/appointments/time-is-gone.ts';

/** Refusals that mean: the visit is no longer what was seen. */
const visitIsOther = new Set<ApiError['code']>(['stale', 'not_movable', 'past_cutoff']);

/** Where and when a visit shall be, wholly chosen. */
export interface NewTime {
  locationId: number;
  date: string;
  time: string;
}

/**
 * Another time for a visit, for everybody who may move one: what is chosen, and the move itself. The visit
 * stays where it is until the server has said yes; of a time that is gone only the time is chosen anew.
 * `move` answers the refusal, or null once it is moved.
 */
export function useMover<More = void>(
  locationId: number | null,
  send: (to: NewTime, more: More) => Promise<unknown>,
  firstDate: string | null = null,
) {
  const [when, setWhen] = useState<VisitTime>({ locationId, date: firstDate, time: null, overbook: false });
  const [lost, setLost] = useState<string | null>(null);
  const moving = useDoing(({ to, more }: { to: NewTime; more: More }) => send(to, more));

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
      if (isGone || visitIsOther.has(error.code)) void readAgain(['appointments']);
      return error;
    }
  }
  const { locationId: at, date, time } = when;
  return {
    when,
    /** What can be sent; null while something is still to be chosen. */
    to: at !== null && date && time ? { locationId: at, date, time } : null,
    /** The time somebody else was quicker to take, for as long as its day is shown. */
    lost,
    choose,
    move,
    busy: moving.isPending,
    refused: moving.error,
  };
}
export type Mover = ReturnType<typeof useMover>;
