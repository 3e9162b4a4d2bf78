import { useCallback, useMemo, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';

/** As many as the server changes in one go. */
export const mostChosen = 200;

/** Of a row: it is chosen, it may be, or as many are as can be. */
export type RowChoice = 'chosen' | 'free' | 'full';

/** Which rows of a list are chosen; a row that left the list is chosen no more. */
export function useRowSelection(rows: readonly Appointment[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const picked = useMemo(() => rows.filter(({ id }) => chosen.has(id)), [rows, chosen]);
  const choosable = rows.slice(0, mostChosen);
  const isFull = picked.length >= mostChosen;
  // The same from one choice to the next: rows that did not change are not drawn anew.
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
    choiceOf: (id: number): RowChoice => (chosen.has(id) ? 'chosen' : isFull ? 'full' : 'free'),
    isAll: picked.length > 0 && picked.length === choosable.length,
    toggle,
    toggleAll: () => setChosen(picked.length > 0 ? new Set() : new Set(choosable.map(({ id }) => id))),
    clear: () => setChosen(new Set()),
    keep: (kept: readonly number[]) => setChosen(new Set(kept)),
  };
}
export type RowSelection = ReturnType<typeof useRowSelection>;
