import type { ReactNode } from 'react';

export type DayState = 'free' | 'few' | 'full' | 'closed';

/** One mark of a calendar's legend beside its word. */
export function CalendarMark({ state, children }: { state: DayState; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-[7px]">
      <span aria-hidden="true" className={`cal-mark cal-mark-${state}`} />
      {children}
    </span>
  );
}
