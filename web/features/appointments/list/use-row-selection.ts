import { useCallback, useMemo, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';

/** Maximum number of appointments that the server changes in one request. */
export const maxSelectedRows = 200;

/** State of a row: selected, selectable, or not selectable because the maximum is reached. */
export type RowSelectionState = 'chosen' | 'free' | 'full';

/** The selected rows of a list; a row that leaves the list is no longer selected. */
export function useRowSelection(rows: readonly Appointment[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const picked = useMemo(() => rows.filter(({ id }) => chosen.has(id)), [rows, chosen]);
  const choosable = rows.slice(0, maxSelectedRows);
  const isFull = picked.length >= maxSelectedRows;
  // Stable identity, so that unchanged rows are not rendered again.
  const toggle = useCallback(
    (id: number) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(id) && !isFull) next.add(id);
        return next;
      }),
    [isFull],
  );
  return {
    rows: picked,
    choiceOf: (id: number): RowSelectionState => (chosen.has(id) ? 'chosen' : isFull ? 'full' : 'free'),
    isAll: picked.length > 0 && picked.length === choosable.length,
    toggle,
    toggleAll: () => setChosen(picked.length > 0 ? new Set() : new Set(choosable.map(({ id }) => id))),
    clear: () => setChosen(new Set()),
    keep: (kept: readonly number[]) => setChosen(new Set(kept)),
  };
}
export type RowSelection = ReturnType<typeof useRowSelection>;
