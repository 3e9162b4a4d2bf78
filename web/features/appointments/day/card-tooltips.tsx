import { type RefObject, useEffect, useState } from 'react';

interface CardTooltip {
  name: string;
  lines: readonly string[];
  place: { left: number; top: number; width: number };
}

const findCardOf = (target: EventTarget | null) =>
  (target as Element).closest<HTMLElement>('.tg-visit.tg-spot:not(.is-carried)');

/** True if text of the card is cut off or has no space at all. */
function isTextCutOff(card: HTMLElement): boolean {
  const end = card.getBoundingClientRect().bottom;
  return [...card.querySelectorAll<HTMLElement>('.tg-who, .tg-more, .tg-more > .truncate')].some(
    (part) =>
      part.scrollWidth > part.clientWidth ||
      part.scrollHeight > part.clientHeight + 1 ||
      !part.checkVisibility() ||
      part.offsetLeft + part.offsetWidth > card.clientWidth ||
      part.offsetLeft < 0 ||
      part.getBoundingClientRect().bottom > end,
  );
}

/** A larger copy of a card whose text is cut off, below it or, at the end of the visible area, above it. */
function createCardTooltip(card: HTMLElement): CardTooltip | null {
  const textOf = (part: string) => card.querySelector(part)?.textContent ?? '';
  if (!isTextCutOff(card)) return null;
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const width = 260;
  const at = document.dir === 'rtl' ? right - width : left;
  return {
    name: textOf('.tg-who b'),
    lines: [textOf('.tg-who .num'), textOf('.tg-more .truncate')],
    place: {
      left: Math.min(Math.max(8, at), innerWidth - width - 8),
      top: bottom + 110 > innerHeight ? top - 110 : bottom,
      width,
    },
  };
}

/**
 * Shows the cut-off text of a card shortly after the pointer or the focus enters it. Accessible names contain
 * the text anyway. It stays while the pointer is on it; Escape closes it.
 */
export function CardTooltips({ pane }: { pane: RefObject<HTMLElement | null> }) {
  const [peek, setPeek] = useState<CardTooltip | null>(null);
  useEffect(() => {
    const element = pane.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let at: HTMLElement | null = null;
    let pointer = '';
    const show = (card: HTMLElement | null) => {
      if (card === at) return;
      hide();
      at = card;
      if (card) timer = setTimeout(() => setPeek(createCardTooltip(card)), 400);
    };
    const hide = () => {
      clearTimeout(timer);
      at = null;
      setPeek(null);
    };
    const isMoved = ({ screenX, screenY }: PointerEvent) => {
      const before = pointer;
      pointer = `${screenX} ${screenY}`;
      return pointer !== before;
    };
    // Ignores elements that moved under a resting pointer because the page scrolled.
    const onOver = (event: PointerEvent) => {
      const { target, pointerType } = event;
      if (isMoved(event) && pointerType === 'mouse' && !(target as Element).closest('.tg-peek'))
        show(findCardOf(target));
    };
    const onFocus = ({ target }: FocusEvent) => show(findCardOf(target));
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener('pointerover', onOver, { signal });
    element.addEventListener('pointermove', isMoved, { signal });
    element.addEventListener('focusin', onFocus, { signal });
    for (const over of ['pointerleave', 'focusout', 'pointerdown', 'dragstart', 'scroll'] as const)
      element.addEventListener(over, hide, { signal });
    document.addEventListener('keydown', onKey, { signal });
    return () => {
      stop.abort();
      hide();
    };
  }, [pane]);
  if (!peek) return null;
  return (
    <div aria-hidden="true" className="tg-peek" style={peek.place}>
      <b dir="auto">{peek.name}</b>
      {peek.lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
