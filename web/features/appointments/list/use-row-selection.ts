import { useMemo, useState } from 'react';
import type { Appointment } from '#shared/contract/appointments.ts';

/** As many as the server changes in one go. */
const most = 200;

/** Which rows of a list are chosen; a row that left the list is chosen no more. */
export function useRowSelection(rows: readonly Appointment[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const ids = useMemo(() => rows.filter(({ id }) => chosen.has(id)).map(({ id }) => id), [rows, chosen]);
  const choosable = rows.slice(0, most);
  return {
    ids,
    has: (id: number) => chosen.has(id),
    isAll: ids.length > 0 && ids.length === choosable.length,
    isFull: ids.length >= most,
    toggle: (id: number) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(id) && ids.length < most) next.add(id);
        return next;
      }),
    toggleAll: () => setChosen(ids.length > 0 ? new Set() : new Set(choosable.map(({ id }) => id))),
    clear: () => setChosen(new Set()),
    keep: (kept: readonly number[]) => setChosen(new Set(kept)),
  };
}
export type RowSelection = ReturnType<typeof useRowSelection>;
