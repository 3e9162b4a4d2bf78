import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { AppointmentListState } from './use-appointment-list.ts';

const scrollToStart = (element: Element | null | undefined) =>
  element?.scrollIntoView({ behavior: 'instant', block: 'start' });

/** Top of an element after scrolling it into view: below the sticky bar. */
const measureScrolledTop = (element: Element) =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) +
  Number.parseFloat(getComputedStyle(element).scrollMarginBlockStart);

/**
 * Scrolls to the top of the list when another list is shown and the top was out of view: a shorter or empty
 * list would otherwise end with its tabs half under the bar.
 */
export function useScrollListTop(
  { data, isPlaceholderData }: AppointmentListState,
  asked: string,
  panel: RefObject<HTMLElement | null>,
): void {
  const shown = useRef(asked);
  useLayoutEffect(() => {
    if (!data || isPlaceholderData || shown.current === asked) return;
    shown.current = asked;
    const top = panel.current;
    if (top && top.getBoundingClientRect().top < measureScrolledTop(top)) scrollToStart(top);
  }, [data, isPlaceholderData, asked, panel]);
}
