import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Card } from '#shared/contract/arrivals.ts';
import { columns as allColumns, type BoardColumn } from '#shared/domain/visits/visit-stage.ts';
import { isRtl } from '#web/i18n.ts';
import { findStageForKey } from './card-steps.ts';
import type { BoardCards } from './use-board.ts';
import type { CardActions } from './visit-card.tsx';

interface BoardKeys {
  columns: BoardCards;
  isToday: boolean;
  actions: CardActions;
  /** Moves a waiting patient in front of another card; null: to the end. */
  onPlace(card: Card, before: number | null): void;
  onFind(): void;
  onWalkIn(): void;
  /** Shows this column on screens that show one at a time. */
  onShow(column: BoardColumn): void;
}

const findFirstCard = (column: Element | null | undefined): HTMLElement | null =>
  column?.querySelector<HTMLElement>('[data-card]') ?? null;
const findColumnElement = (name: string) => document.querySelector(`[data-column="${name}"]`);

const findCardElement = (id: number) => document.querySelector<HTMLElement>(`[data-card="${id}"]`);

/** Focuses the first card of the board: waiting patients first, then expected ones, then any. */
export function focusBoard(): void {
  for (const column of ['waiting', 'expected', 'with_doctor', 'done']) {
    const card = findFirstCard(findColumnElement(column));
    if (card && card.offsetParent !== null) return card.focus();
  }
}

/** The neighbouring card: up and down in the same column, sideways in the next column. */
function findNeighbourCard(card: HTMLElement, key: string): HTMLElement | null | undefined {
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
export function takeStepKeepingFocus({ id }: Card, take: () => void): void {
  const here = document.activeElement?.closest<HTMLElement>('[data-card]');
  const isFrom = here?.dataset.card === String(id);
  const next = isFrom ? (findNeighbourCard(here, 'ArrowDown') ?? findNeighbourCard(here, 'ArrowUp')) : null;
  take();
  if (next) next.focus();
  else if (isFrom) requestAnimationFrame(() => findCardElement(id)?.focus());
}

/**
 * Id of the card that follows after moving by one place among the waiting; null: the end; undefined: not
 * possible.
 */
function findMoveTarget(waiting: readonly Card[], id: number, by: 1 | -1): number | null | undefined {
  const at = waiting.findIndex((card) => card.id === id);
  if (at < 0 || waiting[at + by] === undefined) return undefined;
  return (by === -1 ? waiting[at - 1]?.id : waiting[at + 2]?.id) ?? null;
}

/** True for text inputs and controls that handle keys themselves. */
const hasOwnKeyHandling = (target: HTMLElement): boolean =>
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null;

/** The letter printed on a key, because the Arabic layout gives ش for A. */
const getKeyLetter = (code: string): string => /^Key([A-Z])$/.exec(code)?.[1] ?? '';

/** Handles a key on a card; returns true if it was used. */
function handleCardKey(
  { columns, isToday, actions }: BoardKeys,
  here: HTMLElement,
  { key, code }: Pick<KeyboardEvent, 'key' | 'code'>,
): boolean {
  const letter = getKeyLetter(code);
  const card = Object.values(columns)
    .flat()
    .find(({ id }) => String(id) === here.dataset.card);
  if (!card) return false;
  if (key.startsWith('Arrow')) findNeighbourCard(here, key)?.focus();
  else if (letter === 'O') actions.open(card);
  else if (letter === 'F') actions.followUp(card);
  else if (letter === 'N') actions.write(card);
  else {
    const to = isToday ? findStageForKey(card, key === 'Enter' ? key : letter) : null;
    if (to === null) return false;
    actions.step(card, to);
  }
  return true;
}

/** Focuses the first card of a column, or the column's tab if it is empty; a hidden column is shown first. */
function focusColumn({ onShow }: BoardKeys, column: BoardColumn): void {
  flushSync(() => onShow(column));
  const tab = document.querySelector<HTMLElement>(`[data-tab="${column}"]`);
  (findFirstCard(findColumnElement(column)) ?? (tab?.offsetParent ? tab : null))?.focus();
}

/** Handles a key on the board; returns true if it was used. */
function handleBoardKey(keys: BoardKeys, target: HTMLElement, event: KeyboardEvent): boolean {
  const { key, code, altKey } = event;
  const here = target.closest<HTMLElement>('[data-card]');
  const digit = ['Digit1', 'Digit2', 'Digit3', 'Digit4'].indexOf(code.replace('Numpad', 'Digit'));
  if (altKey) return here !== null && moveCardByKey(keys, here, key);
  const column = allColumns[digit];
  if (column) focusColumn(keys, column);
  else if (key === 'Escape') keys.onFind();
  else if (getKeyLetter(code) === 'W') keys.onWalkIn();
  // A button of the card handles Enter itself.
  else
    return (
      here !== null && !(target.closest('button, a') && key === 'Enter') && handleCardKey(keys, here, event)
    );
  return true;
}

function moveCardByKey({ columns, onPlace }: BoardKeys, here: HTMLElement, key: string): boolean {
  const by = { ArrowUp: -1, ArrowDown: 1 }[key] as 1 | -1 | undefined;
  const card = columns.waiting.find(({ id }) => String(id) === here.dataset.card);
  const before = by && card && findMoveTarget(columns.waiting, card.id, by);
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
      if (!(target instanceof HTMLElement) || hasOwnKeyHandling(target) || !target.closest('[data-board]'))
        return;
      if (document.querySelector('[role=dialog], [role=menu]')) return;
      if (handleBoardKey(latest.current, target, event)) event.preventDefault();
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
