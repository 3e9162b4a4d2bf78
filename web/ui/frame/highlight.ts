/*
 * The highlighted item of a list is stored by its key, because the list may change while it is shown: Enter
 * then takes the item that was highlighted, or nothing.
 */

/**
 * Index of the item that Enter takes: the first if none was highlighted, -1 if the highlighted one has gone.
 */
export const findHighlightedIndex = (keys: readonly string[], chosen: string | null): number =>
  chosen === null ? 0 : keys.indexOf(chosen);

/** Key of the item that an arrow key moves to, wrapping around at both ends; undefined for any other key. */
export function findArrowTarget(keys: readonly string[], at: number, pressed: string): string | undefined {
  if (pressed === 'ArrowDown') return keys[(at + 1) % keys.length];
  return pressed === 'ArrowUp' ? keys.at(Math.max(at, 0) - 1) : undefined;
}
