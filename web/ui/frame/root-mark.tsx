import { useLayoutEffect } from 'react';

/** Elements that change the style of the whole page while they are shown. */
type Mark = 'scrim' | 'side-menu' | 'foot-bar' | 'floating-add' | 'booked';

const rootMarkCounts = new Map<Mark, number>();

function updateRootMark(mark: Mark, more: 1 | -1) {
  const times = (rootMarkCounts.get(mark) ?? 0) + more;
  rootMarkCounts.set(mark, times);
  document.documentElement.toggleAttribute(`data-shows-${mark}`, times > 0);
}

/**
 * Sets an attribute on the root element while it is rendered, such as `html[data-shows-scrim]`. A rule
 * `html:has(…)` would do the same, but the browser re-evaluates it on every change of the page: with a list
 * of 500 appointments that took most of the time of a tap.
 */
export function RootMark({ of }: { of: Mark }) {
  useLayoutEffect(() => {
    updateRootMark(of, 1);
    return () => updateRootMark(of, -1);
  }, [of]);
  return null;
}
