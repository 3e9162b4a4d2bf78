import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Only there does anything stick below another thing (`stays.css`). */
const wide = '(min-width: 900px)';

/**
 * Tells the styles, as a property of the page, how high an element stands: what sticks below begins there. On
 * a phone nobody asks, and to tell it all of the page would be reckoned twice.
 */
export function useToldHeight<E extends HTMLElement>(property: `--${string}`): RefObject<E | null> {
  const element = useRef<E>(null);
  // Before anybody asks where something lies: an observer tells it only with the next picture.
  useLayoutEffect(() => {
    if (!element.current) return;
    const { style } = document.documentElement;
    const asked = matchMedia(wide);
    const tell = (height: number) => style.setProperty(property, `${height}px`);
    const watcher = new ResizeObserver(([seen]) => {
      if (asked.matches) tell(seen?.borderBoxSize[0]?.blockSize ?? 0);
    });
    if (asked.matches) tell(element.current.getBoundingClientRect().height);
    watcher.observe(element.current);
    return () => {
      watcher.disconnect();
      style.removeProperty(property);
    };
  }, [property]);
  return element;
}
