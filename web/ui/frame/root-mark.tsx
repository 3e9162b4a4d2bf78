import { useLayoutEffect } from 'react';

/** What the whole page is styled by while it is shown: a dialog's scrim, a bar at the foot … */
type Mark = 'scrim' | 'side-menu' | 'foot-bar' | 'book-bar' | 'floating-add' | 'booked';

const shown = new Map<Mark, number>();

function count(mark: Mark, more: 1 | -1) {
  const times = (shown.get(mark) ?? 0) + more;
  shown.set(mark, times);
  document.documentElement.toggleAttribute(`data-shows-${mark}`, times > 0);
}

/**
 * Says on the root, for as long as it is drawn, that there is one of these (`html[data-shows-scrim]`). A rule
 * `html:has(…)` would say it too, but is looked for through the whole page at every change of it: with a list
 * of 500 visits that was most of what a tap cost.
 */
export function RootMark({ of }: { of: Mark }) {
  useLayoutEffect(() => {
    count(of, 1);
    return () => count(of, -1);
  }, [of]);
  return null;
}
