import { useState } from 'react';
import { beginsToday, type ListFilters, rangeOf } from './list-filters.ts';

/**
 * Whether a list hides the days before today, and a function to show them; they stay visible until the page
 * is closed.
 */
export function useEarlierDays(filters: ListFilters, today: string): { fromToday: boolean; show(): void } {
  const [isShown, setShown] = useState(false);
  const { from } = rangeOf(filters, today);
  return {
    fromToday: !isShown && beginsToday(filters) && from !== null && from < today,
    show: () => setShown(true),
  };
}
