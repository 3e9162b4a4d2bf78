import { type RefObject, useEffect, useRef } from 'react';

/**
 * Tells the styles, as a property of the page, how high an element stands: what sticks below begins there.
 */
export function useToldHeight<E extends HTMLElement>(property: `--${string}`): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (!element.current) return;
    const { style } = document.documentElement;
    const watcher = new ResizeObserver(([seen]) =>
      style.setProperty(property, `${seen?.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    watcher.observe(element.current);
    return () => {
      watcher.disconnect();
      style.removeProperty(property);
    };
  }, [property]);
  return element;
}
