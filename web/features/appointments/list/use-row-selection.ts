import { useMemo, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';

/** As many as the server changes in one go. */
export const mostChosen = 200;

/** Which rows of a list are chosen; a row that left the list is chosen no more. */
export function useRowSelection(rows: readonly Appointment[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const picked = useMemo(() => rows.filter(({ id }) => chosen.has(id)), [rows, chosen]);
  const choosable = rows.slice(0, mostChosen);
  return {
    rows: picked,
    has: (id: number) => chosen.has(id),
    isAll: picked.length > 0 && picked.length === choosable.length,
    isFull: picked.length >= mostChosen,
    toggle: (id: number) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(id) && picked.length < mostChosen) next.add(id);
        return next;
      }),
    toggleAll: () => setChosen(picked.length > 0 ? new Set() : new Set(choosable.map(({ id }) => id))),
    clear: () => setChosen(new Set()),
    keep: (kept: readonly number[]) => setChosen(new Set(kept)),
  };
}
export type RowSelection = ReturnType<typeof useRowSelection>;
