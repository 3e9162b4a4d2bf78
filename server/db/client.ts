import pg from 'pg';

const { builtins } = pg.types;
const asText = (value: string): string => value;
const timestampList = 1115;
const dateList = 1182;
const { arrayParser } = pg.types as unknown as { arrayParser: { create(value: string, item: typeof asText): { parse(): string[] } } };
const asTextList = (value: string): string[] => arrayParser.create(value, asText).parse();

/** Wall-clock values stay text: a Date would shift them by the server's time zone. Counts and ids fit a number. */
const parsers = new Map<number, (value: string) => unknown>([
  [builtins.TIMESTAMP, asText],
  [builtins.DATE, asText],
  [builtins.INTERVAL, asText],
  [builtins.INT8, Number],
  [timestampList, asTextList],
  [dateList, asTextList],
]);

const columnTypes = {
  getTypeParser(type: number, format?: 'text' | 'binary') {
    return (format === 'binary' ? undefined : parsers.get(type)) ?? pg.types.getTypeParser(type, format);
  },
};

/** The driver's client with our column types. Drizzle brings its own with every query, which would return instants as text from raw SQL. */
export class ClinicClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, types: columnTypes });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's eight overloads
  override query(config: any, ...rest: any[]): any {
    const plain = typeof config === 'object' && config !== null && config.types && typeof config.submit !== 'function';
    return super.query(plain ? { ...config, types: columnTypes } : config, ...(rest as []));
  }
}
