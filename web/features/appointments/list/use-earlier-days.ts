import { useState } from 'react';
import { filterDateRange, type ListFilters, shouldStartToday } from './list-filters.ts';

/**
 * Whether a list hides the days before today, and a function to show them; they stay visible until the page
 * is closed.
 */
export function useEarlierDays(filters: ListFilters, today: string): { fromToday: boolean; show(): void } {
  const [isShown, setShown] = useState(false);
  const { from } = filterDateRange(filters, today);
  return {
    fromToday: !isShown && shouldStartToday(filters) && from !== null && from < today,
    show: () => setShown(true),
  };
}
