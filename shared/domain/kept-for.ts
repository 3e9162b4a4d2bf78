/** Kinds of data that the nightly retention run deletes, in the order of its report. */
export const removable = ['visits', 'notes', 'people', 'messages', 'browserLogs'] as const;
export type Removable = (typeof removable)[number];
export type Removed = Partial<Record<Removable, number>>;

/**
 * Year until which appointments and signed notes of a deleted patient are kept: `years` after the last of
 * them. Null if there are none.
 */
export const keptUntil = (last: string | null, years: number): number | null =>
  last === null ? null : Number(last.slice(0, 4)) + years;
