import * as z from 'zod/mini';

/** A reply as text. It holds exactly what the contract lists: a column that is not listed cannot leak. */
export const written = (schema: unknown, data: unknown): string =>
  JSON.stringify(z.parse(schema as z.ZodMiniType, data));
