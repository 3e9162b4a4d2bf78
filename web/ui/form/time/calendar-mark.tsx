import type { ReactNode } from 'react';

export type DayState = 'free' | 'few' | 'full' | 'closed';

/** A mark of the calendar's legend with its label. */
export function CalendarMark({ state, children }: { state: DayState; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-[7px]">
      <span aria-hidden="true" className={`cal-mark cal-mark-${state}`} />
      {children}
    </span>
  );
}
