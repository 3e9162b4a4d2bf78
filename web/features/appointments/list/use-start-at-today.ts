import { useEffect } from 'react';
import type { AppointmentListState } from './use-appointment-list.ts';

let hasArrived = false;

/**
 * Brings today's visits into view, once a page and only as it opens: not when the address asked for something
 * else, not when she has already scrolled. It is where the page begins rather than a movement, so nothing
 * glides.
 */
export function useStartAtToday(list: AppointmentListState, wanted: boolean, today: string): void {
  const { data, rows, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (hasArrived || (wanted && !data)) return;
    const last = rows.at(-1);
    // The week may be longer than a page of the list.
    if (wanted && scrollY === 0 && hasNextPage && last && last.appointmentDate < today) {
      if (!isFetchingNextPage) void fetchNextPage();
      return;
    }
    hasArrived = true;
    if (wanted && scrollY === 0)
      document
        .querySelector(`section[data-day="${today}"]`)
        ?.scrollIntoView({ behavior: 'instant', block: 'start' });
  }, [wanted, data, rows, today, hasNextPage, isFetchingNextPage, fetchNextPage]);
}
