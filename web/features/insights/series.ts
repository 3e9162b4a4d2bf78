interface OutcomeCounts {
  total: number;
  attended: number;
  noShow: number;
  cancelled: number;
}

/**
 * Appointments that are neither attended nor missed nor cancelled: future ones, or without a recorded
 * outcome.
 */
export const countOpenAppointments = ({ total, attended, noShow, cancelled }: OutcomeCounts): number =>
  Math.max(0, total - attended - noShow - cancelled);

const total = {
  name: 'total',
  word: 'admin.insights.total' as const,
  colour: 'var(--brand)',
  swatch: 'bg-brand',
  of: (c: OutcomeCounts) => c.total,
};
const attended = {
  name: 'attended',
  word: 'admin.insights.attended' as const,
  colour: 'var(--tone-success-bar)',
  swatch: 'bg-tone-success-bar',
  of: (c: OutcomeCounts) => c.attended,
};
const noShow = {
  name: 'noShow',
  word: 'admin.insights.noShow' as const,
  colour: 'var(--tone-attention-bar)',
  swatch: 'bg-tone-attention-bar',
  of: (c: OutcomeCounts) => c.noShow,
};
const cancelled = {
  name: 'cancelled',
  word: 'admin.insights.cancelled' as const,
  colour: 'var(--tone-danger-bar)',
  swatch: 'bg-tone-danger-bar',
  of: (c: OutcomeCounts) => c.cancelled,
};
const open = {
  name: 'open',
  word: 'admin.insights.open' as const,
  colour: 'var(--tone-info-bar)',
  swatch: 'bg-tone-info-bar',
  of: countOpenAppointments,
};

/** Series of each chart in the order of the legend; each has a text, because colour alone is not enough. */
export const weekSeries = [total, attended, noShow, cancelled] as const;
export const branchSeries = [attended, open, noShow, cancelled] as const;
export type ChartSeries = (typeof weekSeries)[number] | (typeof branchSeries)[number];
