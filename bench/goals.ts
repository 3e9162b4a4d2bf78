interface Seen {
  ms: number;
  /** Times the health check of the same run. */
  ratio: number;
  /** Milliseconds of processor time in the database. */
  database: number;
  p95: number;
}

interface Goal {
  name: string;
  /** Milliseconds that the first version took, at a million appointments. */
  first: string;
  goal: string;
  isMet: (seen: Seen) => boolean;
}

/** What each path shall cost, and what it cost once. */
export const goals: readonly Goal[] = [
  {
    name: 'free slots of a day',
    first: '1.92-2.04 ms',
    goal: '≤ 2 × the health check',
    isMet: ({ ratio }) => ratio <= 2,
  },
  {
    name: 'free days of a month',
    first: '4.3-5.3 ms',
    goal: '≤ 2.5 × the health check',
    isMet: ({ ratio }) => ratio <= 2.5,
  },
  {
    name: 'landing page, brotli',
    first: '0.16-0.21 ms',
    goal: '≤ 2 × the health check',
    isMet: ({ ratio }) => ratio <= 2,
  },
  { name: 'booking, nobody to write to', first: '7.1 ms', goal: '≤ 2 ms', isMet: ({ ms }) => ms <= 2 },
  { name: 'booking, address and three staff', first: '–', goal: '≤ 3 ms', isMet: ({ ms }) => ms <= 3 },
  ...['staff list, searched', 'patient search'].map((name) => ({
    name,
    first: name === 'patient search' ? '19.6 ms of SQL' : '31 ms of SQL',
    goal: 'p95 ≤ 15 ms',
    isMet: ({ p95 }: Seen) => p95 <= 15,
  })),
  {
    name: 'tiles and month summary',
    first: '37 ms of SQL',
    goal: '≤ 1 ms of SQL',
    isMet: ({ database }) => database <= 1,
  },
  {
    name: 'calendar month',
    first: '13.4 ms of SQL',
    goal: '≤ 1 ms of SQL',
    isMet: ({ database }) => database <= 1,
  },
];
