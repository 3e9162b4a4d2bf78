/** Processor time per request, in milliseconds. */
export interface Sample {
  server: number;
  database: number;
}
export interface Figure {
  engine: string;
  /** Appointments in the database; 0 if there is no clinic. */
  rows: number;
  name: string;
  samples: Sample[];
  waits: { p50: number; p95: number; p99: number; refused: number } | null;
}

const sum = ({ server, database }: Sample): number => server + database;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Processor time of a request in the server and the database together: median of the rounds. */
export const medianCost = ({ samples }: Figure): number => median(samples.map(sum));

/** The database's part of it. */
export const medianDatabaseCost = ({ samples }: Figure): number =>
  median(samples.map(({ database }) => database));
