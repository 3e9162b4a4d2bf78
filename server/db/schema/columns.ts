import { customType, timestamp } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

export const daterange = customType<{ data: string; driverData: string }>({ dataType: () => 'daterange' });

/** A half-open range of local time, `[from,to)`. */
export const wallClockRange = customType<{ data: string; driverData: string }>({ dataType: () => 'tsrange' });

/** Words of full text search (`tsvector`), written as a list. */
export const searchVector = customType<{ data: readonly string[]; driverData: string }>({
  dataType: () => 'tsvector',
  toDriver: (words) => words.map((word) => `'${word.replace(/['\\\\]/g, '')}'`).join(' '),
});

/** A transaction id of this database server: never compared with those of another. */
export const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' });

/** An instant, read as Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Local time of the clinic as 'YYYY-MM-DD HH:MM:SS': a Date would shift it by the server's time zone. */
export const wallClock = (name: string) => timestamp(name, { mode: 'string', precision: 0 });
