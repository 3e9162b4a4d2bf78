import { useState } from 'react';
import { beginsToday, type ListFilters, rangeOf } from './list-filters.ts';

/** Whether a list leaves out the days before today, and how to show them; they stay shown while the page is open. */
export function useEarlierDays(filters: ListFilters, today: string): { fromToday: boolean; show(): void } {
  const [isShown, setShown] = useState(false);
  const { from } = rangeOf(filters, today);
  return {
    fromToday: !isShown && beginsToday(filters) && from !== null && from < today,
    show: () => setShown(true),
  };
}
