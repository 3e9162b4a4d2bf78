import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Card } from '#shared/contract/arrivals.ts';
import { columns as allColumns, type BoardColumn } from '#shared/domain/visits/visit-stage.ts';
import { isRtl } from '#web/i18n.ts';
import { stepOfKey } from './steps-of.ts';
import type { Columns } from './use-board.ts';
import type { CardActions } from './visit-card.tsx';

interface BoardKeys {
  columns: Columns;
  isToday: boolean;
  actions: CardActions;
  /** Moves a waiting patient in front of another card; null: to the end. */
  onPlace(card: Card, before: number | null): void;
  onFind(): void;
  onWalkIn(): void;
  /** Shows this column on screens that show one at a time. */
  onShow(column: BoardColumn): void;
}

const cardIn = (column: Element | null | undefined): HTMLElement | null =>
  column?.querySelector<HTMLElement>('[data-card]') ?? null;
const columnElement = (name: string) => document.querySelector(`[data-column="${name}"]`);

const cardOf = (id: number) => document.querySelector<HTMLElement>(`[data-card="${id}"]`);

/** Focuses the first card of the board: waiting patients first, then expected ones, then any. */
export function focusBoard(): void {
  for (const column of ['waiting', 'expected', 'with_doctor', 'done']) {
    const card = cardIn(columnElement(column));
    if (card && card.offsetParent !== null) return card.focus();
  }
}

/** The neighbouring card: up and down in the same column, sideways in the next column. */
function neighbour(card: HTMLElement, key: string): HTMLElement | null | undefined {
  const column = card.closest('[data-column]');
  const cards = [...(column?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
  const at = cards.indexOf(card);
  if (key === 'ArrowDown') return cards[at + 1];
  if (key === 'ArrowUp') return cards[at - 1];
  const turn = (key === 'ArrowRight') !== isRtl() ? 1 : -1;
  const all = [...document.querySelectorAll('[data-column]')];
  for (let i = all.indexOf(column as Element) + turn; i >= 0 && i < all.length; i += turn) {
    const found = all[i]?.querySelectorAll<HTMLElement>('[data-card]');
    if (found && found.length > 0) return found[Math.min(at, found.length - 1)];
  }
  return undefined;
}

/**
 * Takes a step and manages the focus: the next card of the column gets it; if there is none, the moved card
 * keeps it in its new column after the next render.
 */
export function keepingFocus({ id }: Card, take: () => void): void {
  const here = document.activeElement?.closest<HTMLElement>('[data-card]');
  const isFrom = here?.dataset.card === String(id);
  const next = isFrom ? (neighbour(here, 'ArrowDown') ?? neighbour(here, 'ArrowUp')) : null;
  take();
  if (next) next.focus();
  else if (isFrom) requestAnimationFrame(() => cardOf(id)?.focus());
}

/**
 * Id of the card that follows after moving by one place among the waiting; null: the end; undefined: not
 * possible.
 */
function movedBy(waiting: readonly Card[], id: number, by: 1 | -1): number | null | undefined {
  const at = waiting.findIndex((card) => card.id === id);
  if (at < 0 || waiting[at + by] === undefined) return undefined;
  return (by === -1 ? waiting[at - 1]?.id : waiting[at + 2]?.id) ?? null;
}

/** True for text inputs and controls that handle keys themselves. */
const hasKeys = (target: HTMLElement): boolean =>
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null;

/** The letter printed on a key, because the Arabic layout gives ش for A. */
const letterOf = (code: string): string => /^Key([A-Z])$/.exec(code)?.[1] ?? '';

/** Handles a key on a card; returns true if it was used. */
function onCard(
  { columns, isToday, actions }: BoardKeys,
  here: HTMLElement,
  { key, code }: Pick<KeyboardEvent, 'key' | 'code'>,
): boolean {
  const letter = letterOf(code);
  const card = Object.values(columns)
    .flat()
    .find(({ id }) => String(id) === here.dataset.card);
  if (!card) return false;
  if (key.startsWith('Arrow')) neighbour(here, key)?.focus();
  else if (letter === 'O') actions.open(card);
  else if (letter === 'F') actions.followUp(card);
  else if (letter === 'N') actions.write(card);
  else {
    const to = isToday ? stepOfKey(card, key === 'Enter' ? key : letter) : null;
    if (to === null) return false;
    actions.step(card, to);
  }
  return true;
}

/** Focuses the first card of a column, or the column's tab if it is empty; a hidden column is shown first. */
function goTo({ onShow }: BoardKeys, column: BoardColumn): void {
  flushSync(() => onShow(column));
  const tab = document.querySelector<HTMLElement>(`[data-tab="${column}"]`);
  (cardIn(columnElement(column)) ?? (tab?.offsetParent ? tab : null))?.focus();
}

/** Handles a key on the board; returns true if it was used. */
function onBoard(keys: BoardKeys, target: HTMLElement, event: KeyboardEvent): boolean {
  const { key, code, altKey } = event;
  const here = target.closest<HTMLElement>('[data-card]');
  const digit = ['Digit1', 'Digit2', 'Digit3', 'Digit4'].indexOf(code.replace('Numpad', 'Digit'));
  if (altKey) return here !== null && moved(keys, here, key);
  const column = allColumns[digit];
  if (column) goTo(keys, column);
  else if (key === 'Escape') keys.onFind();
  else if (letterOf(code) === 'W') keys.onWalkIn();
  // A button of the card handles Enter itself.
  else return here !== null && !(target.closest('button, a') && key === 'Enter') && onCard(keys, here, event);
  return true;
}

function moved({ columns, onPlace }: BoardKeys, here: HTMLElement, key: string): boolean {
  const by = { ArrowUp: -1, ArrowDown: 1 }[key] as 1 | -1 | undefined;
  const card = columns.waiting.find(({ id }) => String(id) === here.dataset.card);
  const before = by && card && movedBy(columns.waiting, card.id, by);
  if (!card || before === undefined) return false;
  onPlace(card, before);
  return true;
}

/**
 * Keyboard control of the board: arrows move the focus, 1 to 4 select a column, letters act only on the
 * focused card, so that screen readers and text input are not affected. All staff pages handle "/", "?" and
 * typing.
 */
export function useBoardKeys(keys: BoardKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      if (!(target instanceof HTMLElement) || hasKeys(target) || !target.closest('[data-board]')) return;
      if (document.querySelector('[role=dialog], [role=menu]')) return;
      if (onBoard(latest.current, target, event)) event.preventDefault();
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
