/** What a night of the clinic may remove, in the order in which it is told. */
export const removable = [
  'visits',
  'notes',
  'people',
  'accounts',
  'messages',
  'browserLogs',
  'trail',
] as const;
export type Removable = (typeof removable)[number];
export type Removed = Partial<Record<Removable, number>>;

/**
 * Until which year the visits of a deleted patient are kept: so many years after her last one. Null where she
 * has none.
 */
export const keptUntil = (lastVisit: string | null, years: number): number | null =>
  lastVisit === null ? null : Number(lastVisit.slice(0, 4)) + years;
