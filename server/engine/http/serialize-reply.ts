import * as z from 'zod/mini';

/**
 * A reply as text. It contains exactly the fields of the contract, so that a column that is not listed cannot
 * leak.
 */
export const serializeReply = (schema: unknown, data: unknown): string =>
  JSON.stringify(z.parse(schema as z.ZodMiniType, data));
