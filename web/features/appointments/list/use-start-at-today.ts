import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { AppointmentListState } from './use-appointment-list.ts';

let hasArrived = false;

const show = (element: Element | null | undefined) =>
  element?.scrollIntoView({ behavior: 'instant', block: 'start' });

/** Where the top of an element comes to lie when it is shown: below the bar that sticks to the top. */
const placeOf = (element: Element) =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) +
  Number.parseFloat(getComputedStyle(element).scrollMarginBlockStart);

const straddles = (element: Element, line: number) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top < line && bottom > line;
};

/** What is in a row is cut where the row is; asked where it lies, each row far below would be laid out. */
const outsideRows = ':is(button, input, select):not([data-appointment] *)';

/** A day's own heading, above its columns (`stays.css`). */
const dayHeading = 36;

/** The last row of a day whose heading and columns are pushed up by its end, half under what stays above. */
function lastOfPushed(panel: Element): Element | undefined {
  for (const heads of panel.querySelectorAll('thead')) {
    const { position, insetBlockStart } = getComputedStyle(heads);
    const { top, bottom } = heads.getBoundingClientRect();
    const line = Number.parseFloat(insetBlockStart);
    // Where it merely stays, parts of a pixel may be missing.
    if (position === 'sticky' && top < line - 1 && bottom > line - dayHeading)
      return heads.nextElementSibling?.lastElementChild ?? undefined;
  }
  return undefined;
}

/**
 * Brings today's visits, or the next to come, into view, once a page and only as it opens: not when the
 * address asked for something else, not when she has already scrolled. It is where the page begins rather
 * than a movement, so nothing glides. A list that begins with today is shown from the panel's own top: right
 * above its first day stand its filters, and a bar that sticks to the top of the screen would cut them in
 * half.
 */
export function useStartAtToday(
  list: AppointmentListState,
  wanted: boolean,
  today: string,
  panel: RefObject<HTMLElement | null>,
): void {
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const isThere = !list.isPending && list.data !== undefined && !list.isPlaceholderData;
  useEffect(() => {
    if (hasArrived || (wanted && !isThere)) return;
    const last = rows.at(-1);
    // The week may be longer than a page of the list.
    if (wanted && scrollY === 0 && hasNextPage && last && last.appointmentDate < today) {
      if (!isFetchingNextPage) void fetchNextPage();
      return;
    }
    hasArrived = true;
    if (!wanted || scrollY > 0) return;
    const next = rows.find(({ appointmentDate }) => appointmentDate >= today);
    const day = `section[data-day="${next?.appointmentDate}"], [data-appointment="${next?.id}"]`;
    show(next !== undefined && next === rows[0] ? panel.current : document.querySelector(day));
    // A list that ends soon after today stops short of it, wherever that is: what the bar then cuts is shown.
    const whole = panel.current?.querySelectorAll(`[data-appointment], ${outsideRows}`);
    show([...(whole ?? [])].find((element) => straddles(element, placeOf(element))));
    if (panel.current) show(lastOfPushed(panel.current));
  }, [wanted, isThere, rows, today, hasNextPage, isFetchingNextPage, fetchNextPage, panel]);
}

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
