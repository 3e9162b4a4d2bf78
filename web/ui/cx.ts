/** Joins class names; values that are empty or not strings are skipped. */
export function cx(...names: unknown[]): string {
  return names.filter((name) => name && typeof name === 'string').join(' ');
}
