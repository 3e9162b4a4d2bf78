/** Class names that are there, joined. */
export function cx(...names: unknown[]): string {
  return names.filter((name) => name && typeof name === 'string').join(' ');
}
