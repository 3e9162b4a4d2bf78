import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** An answer of the API as it would have come by itself. */
const answerSchema = z.object({
  status: z.number(),
  body: z.string(),
  /** Of those of its headers that the browser reads, the ones it has. */
  headers: z.record(z.string(), z.string()),
});

/* What stands in an address for what only the server knows of who asks: her number, … */
export const ownNumber = 'own-number';
/** … her visit of today, without one of which nothing is answered to it, … */
export const ownVisit = 'own-visit';
/** … of the staff the branch that her screens begin with, … */
export const ownBranch = 'own-branch';
/** … and the doctor whose visits alone they show: herself, or nobody and the filter goes. */
export const ownDoctor = 'own-doctor';

/**
 * What a page reads first: asked for by the first lines of its HTML (`web/pages/head.tsx`), before any of its
 * scripts has come.
 */
export const readFirst = endpoint({
  method: 'GET',
  path: '/api/first-reads',
  // Each answer is a reading of its own endpoint, by which it is asked for again.
  shows: [],
  access: 'signed-in',
  summary: 'Several answers at once, by their addresses; what none can be given for is left out',
  query: z.object({
    /** Addresses with a space between them. */
    of: z.string().check(z.maxLength(4000)),
  }),
  reply: z.record(z.string(), answerSchema),
});
