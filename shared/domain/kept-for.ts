/** What a night of the clinic may remove, in the order in which it is told. */
export const removable = ['visits', 'notes', 'people', 'messages', 'browserLogs'] as const;
export type Removable = (typeof removable)[number];
export type Removed = Partial<Record<Removable, number>>;

/**
 * Until which year the visits of a deleted patient and what doctors signed of her are kept: so many years
 * after the last of them. Null where there is neither.
 */
export const keptUntil = (last: string | null, years: number): number | null =>
  last === null ? null : Number(last.slice(0, 4)) + years;
