interface MeasuredPath {
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
  isMet: (seen: MeasuredPath) => boolean;
}

const atMostTimesHealth = (name: string, most: number): Goal => ({
  name,
  goal: `≤ ${most} × the health check`,
  isMet: ({ ratio }) => ratio <= most,
});
const atMostWaiting = (name: string, most: number): Goal => ({
  name,
  goal: `p95 ≤ ${most} ms`,
  isMet: ({ p95 }) => p95 <= most,
});
const atMostTimesInsert = (name: string, most: number): Goal => ({
  name,
  goal: `≤ ${most} × a bare INSERT`,
  isMet: ({ ms, bareInsert }) => ms <= most * bareInsert,
});

/** The highest accepted cost of each path at a million appointments. */
export const goals: readonly Goal[] = [
  atMostTimesHealth('free slots of a day', 2.5),
  atMostTimesHealth('free days of a month', 2.5),
  atMostTimesHealth('landing page, brotli', 2),
  atMostTimesInsert('booking, nobody to write to', 5),
  atMostTimesInsert('booking, address and three staff', 5),
  atMostWaiting('staff list, searched', 100),
  atMostWaiting('patient search', 30),
  atMostWaiting('tiles and month summary', 30),
  atMostWaiting('calendar month', 30),
];
