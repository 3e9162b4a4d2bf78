interface Seen {
  /** Milliseconds of processor time, of the server and the database together. */
  ms: number;
  /** `ms` as a multiple of the health check of the same run. */
  ratio: number;
  /** Milliseconds of a bare INSERT in the same run. */
  bareInsert: number;
  /** 95th percentile of the waiting time, in milliseconds. */
  p95: number;
}

interface Goal {
  name: string;
  goal: string;
  isMet: (seen: Seen) => boolean;
}

const timesHealth = (name: string, most: number): Goal => ({
  name,
  goal: `≤ ${most} × the health check`,
  isMet: ({ ratio }) => ratio <= most,
});
const within = (name: string, most: number): Goal => ({
  name,
  goal: `p95 ≤ ${most} ms`,
  isMet: ({ p95 }) => p95 <= most,
});
const timesInsert = (name: string, most: number): Goal => ({
  name,
  goal: `≤ ${most} × a bare INSERT`,
  isMet: ({ ms, bareInsert }) => ms <= most * bareInsert,
});

/** The highest accepted cost of each path at a million appointments. */
export const goals: readonly Goal[] = [
  timesHealth('free slots of a day', 2.5),
  timesHealth('free days of a month', 2.5),
  timesHealth('landing page, brotli', 2),
  timesInsert('booking, nobody to write to', 5),
  timesInsert('booking, address and three staff', 5),
  within('staff list, searched', 100),
  within('patient search', 30),
  within('tiles and month summary', 30),
  within('calendar month', 30),
];
