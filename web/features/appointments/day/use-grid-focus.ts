import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isRtl } from '#web/i18n.ts';

interface GridCell {
  readonly column: number;
  readonly from: number;
}

const readGridCell = ({ dataset }: HTMLElement): GridCell => ({
  column: Number(dataset.column),
  from: Number(dataset.from),
});

/** Elements of a column by time; lanes in their order. */
const listColumnElements = (all: readonly HTMLElement[], column: number): HTMLElement[] =>
  all
    .filter((one) => readGridCell(one).column === column)
    .toSorted((a, b) => readGridCell(a).from - readGridCell(b).from);

function findNearestElement(
  all: readonly HTMLElement[],
  { column, from }: GridCell,
): HTMLElement | undefined {
  return listColumnElements(all, column).toSorted(
    (a, b) => Math.abs(readGridCell(a).from - from) - Math.abs(readGridCell(b).from - from),
  )[0];
}

/** The element that an arrow key, Home or End leads to. */
function findKeyTarget(all: readonly HTMLElement[], here: HTMLElement, key: string): HTMLElement | undefined {
  const spot = readGridCell(here);
  const column = listColumnElements(all, spot.column);
  const at = column.indexOf(here);
  if (key === 'ArrowDown') return column[at + 1];
  if (key === 'ArrowUp') return column[at - 1];
  if (key === 'Home') return column[0];
  if (key === 'End') return column.at(-1);
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined;
  const turn = (key === 'ArrowRight') !== isRtl() ? 1 : -1;
  const last = Math.max(...all.map((one) => readGridCell(one).column));
  for (let next = spot.column + turn; next >= 0 && next <= last; next += turn) {
    const found = findNearestElement(all, { column: next, from: spot.from });
    if (found) return found;
  }
  return undefined;
}

/**
 * Roving tabindex in the grid of a day: up and down within a column, sideways to the same time in the next
 * one. A moved appointment keeps the focus; if the focused element disappears, the nearest one gets it.
 */
export function useGridFocus(
  grid: RefObject<HTMLElement | null>,
  first: string | undefined,
  takesFocus: boolean,
) {
  const [at, setAt] = useState<string | null>(null);
  const focused = useRef<GridCell | null>(null);
  const all = () => [...(grid.current?.querySelectorAll<HTMLElement>('[data-slot]') ?? [])];

  useEffect(() => {
    if (takesFocus) grid.current?.querySelector<HTMLElement>('[data-slot][tabindex="0"]')?.focus();
  }, [grid, takesFocus]);
  // The focused element was rendered anew: an appointment at another place, or a free time that is now
  // booked.
  useEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    const same = at && grid.current?.querySelector<HTMLElement>(`[data-slot="${at}"]`);
    if (same) return same.focus();
    const found = findNearestElement(
      [...(grid.current?.querySelectorAll<HTMLElement>('[data-slot]') ?? [])],
      focused.current,
    );
    found?.focus({ preventScroll: true });
  });
  const known = at !== null && grid.current?.querySelector(`[data-slot="${at}"]`) ? at : first;
  return {
    reachable: known,
    onFocus({ target }: { target: HTMLElement }) {
      const slot = target.closest<HTMLElement>('[data-slot]');
      focused.current = slot && readGridCell(slot);
      if (slot?.dataset.slot) setAt(slot.dataset.slot);
    },
    onBlur({ target, relatedTarget }: { target: Element; relatedTarget: EventTarget | null }) {
      // A click elsewhere clears the focus; an element that was removed from the page does not.
      const left = () => {
        if (relatedTarget || target.isConnected) focused.current = null;
      };
      queueMicrotask(left);
    },
    /** Returns true if the key moved the focus. */
    walk(event: KeyboardEvent): boolean {
      const here = (event.target as HTMLElement).closest<HTMLElement>('[data-slot]');
      const next = here && findKeyTarget(all(), here, event.key);
      next?.focus();
      return Boolean(next);
    },
  };
}
