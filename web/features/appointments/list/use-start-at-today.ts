import { type RefObject, useEffect, useRef } from 'react';
import type { AppointmentListState } from './use-appointment-list.ts';

let hasArrived = false;

const show = (element: Element | null) => element?.scrollIntoView({ behavior: 'instant', block: 'start' });

/**
 * Brings today's visits into view, once a page and only as it opens: not when the address asked for something
 * else, not when she has already scrolled. It is where the page begins rather than a movement, so nothing
 * glides. A list that begins with today is shown from the panel's own top: right above its first day stand
 * its filters, and a bar that sticks to the top of the screen would cut them in half.
 */
export function useStartAtToday(
  list: AppointmentListState,
  wanted: boolean,
  today: string,
  panel: RefObject<HTMLElement | null>,
): void {
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
    if (!wanted || scrollY > 0) return;
    const isFirst = rows[0]?.appointmentDate === today;
    show(isFirst ? panel.current : document.querySelector(`section[data-day="${today}"]`));
  }, [wanted, data, rows, today, hasNextPage, isFetchingNextPage, fetchNextPage, panel]);
}

/**
 * Another list is shown from its top, when that was scrolled away: what it was scrolled to is no longer
 * there.
 */
export function useStartAtTop(
  { data, isPlaceholderData }: AppointmentListState,
  asked: string,
  panel: RefObject<HTMLElement | null>,
): void {
  const shown = useRef(asked);
  useEffect(() => {
    if (!data || isPlaceholderData || shown.current === asked) return;
    shown.current = asked;
    const above = panel.current;
    if (
      above &&
      above.getBoundingClientRect().top < Number.parseFloat(getComputedStyle(above).scrollMarginTop)
    )
      show(above);
  }, [data, isPlaceholderData, asked, panel]);
}
