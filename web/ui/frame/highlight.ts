/*
 * What is highlighted in a list is kept by its key: the list may change beneath it, and Enter takes what was
 * highlighted or nothing.
 */

/** The place of what Enter takes: the first while none was chosen, -1 where the chosen one has gone. */
export const placeTaken = (keys: readonly string[], chosen: string | null): number =>
  chosen === null ? 0 : keys.indexOf(chosen);

/** Where an arrow leads from a place, around both ends; from -1 to the nearer end. No arrow: undefined. */
export function arrowTo(keys: readonly string[], at: number, pressed: string): string | undefined {
  if (pressed === 'ArrowDown') return keys[(at + 1) % keys.length];
  return pressed === 'ArrowUp' ? keys.at(Math.max(at, 0) - 1) : undefined;
}
