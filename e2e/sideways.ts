import type { Page } from '@playwright/test';

/** Whatever reaches beyond the edge of the page and is not clipped or scrolled by something around it. */
export const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth + 1) return [];
    const clips = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || clips(element.parentElement));
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (right > clientWidth + 1 || left < -1) && !clips(element.parentElement);
      })
      .map((element) => `${element.tagName} ${(element.textContent ?? '').slice(0, 40)}`)
      .slice(0, 5)
      .concat(`${scrollWidth} of ${clientWidth} px`);
  });
