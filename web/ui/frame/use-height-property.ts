import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Only above this width do elements stick below others (`stays.css`). */
const stickyMediaQuery = '(min-width: 900px)';

/**
 * Writes the height of an element to a CSS custom property of the root element, so that sticky elements can
 * be placed below it. Skipped on phones, where no style uses it and setting it would cause a second style
 * calculation.
 */
export function useHeightProperty<E extends HTMLElement>(property: `--${string}`): RefObject<E | null> {
  const element = useRef<E>(null);
  // A layout effect, because a ResizeObserver reports only with the next frame.
  useLayoutEffect(() => {
    if (!element.current) return;
    const { style } = document.documentElement;
    const asked = matchMedia(stickyMediaQuery);
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
