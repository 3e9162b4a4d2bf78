import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { AppointmentListState } from './use-appointment-list.ts';

const show = (element: Element | null | undefined) =>
  element?.scrollIntoView({ behavior: 'instant', block: 'start' });

/** Where the top of an element comes to lie when it is shown: below the bar that sticks to the top. */
const placeOf = (element: Element) =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) +
  Number.parseFloat(getComputedStyle(element).scrollMarginBlockStart);

/**
 * Another list is shown from its top, when that was scrolled away: what it was scrolled to is no longer
 * there, and a list that is shorter (an empty one) would stop with the tabs half under the bar.
 */
export function useStartAtTop(
  { data, isPlaceholderData }: AppointmentListState,
  asked: string,
  panel: RefObject<HTMLElement | null>,
): void {
  const shown = useRef(asked);
  useLayoutEffect(() => {
    if (!data || isPlaceholderData || shown.current === asked) return;
    shown.current = asked;
    const top = panel.current;
    if (top && top.getBoundingClientRect().top < placeOf(top)) show(top);
  }, [data, isPlaceholderData, asked, panel]);
}
