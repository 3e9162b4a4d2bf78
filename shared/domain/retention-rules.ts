/** Kinds of data that the nightly retention run deletes, in the order of its report. */
export const retentionKinds = ['visits', 'notes', 'people', 'messages', 'browserLogs'] as const;
export type RetentionKind = (typeof retentionKinds)[number];
export type RetentionCounts = Partial<Record<RetentionKind, number>>;

/**
 * Year until which appointments and signed notes of a deleted patient are kept: `years` after the last of
 * them. Null if there are none.
 */
export const retentionEndYear = (last: string | null, years: number): number | null =>
  last === null ? null : Number(last.slice(0, 4)) + years;
