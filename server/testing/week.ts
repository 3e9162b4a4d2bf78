import type { TestApp } from './test-app.ts';

/** Sunday to Thursday 15:00 to 19:00, the hours of a new clinic. */
export async function saveWeek(t: TestApp, locationId: number): Promise<void> {
  await t.deps.database.pool.query(
    'insert into location_hours (location_id, weekday, opens, closes) select $1, d, 900, 1140 from generate_series(0, 4) d',
    [locationId],
  );
}
