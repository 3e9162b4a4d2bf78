import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** A reply of the API, as it would come from its own endpoint. */
const answerSchema = z.object({
  status: z.number(),
  body: z.string(),
  /** Response headers that the browser reads, if present. */
  headers: z.record(z.string(), z.string()),
});

/* Placeholders in an address for values that only the server knows. This one: the id of the user. */
export const ownNumber = 'own-number';
/** Today's appointment of the patient; without one the address is left out of the reply. */
export const ownVisit = 'own-visit';
/** The branch with which the screens of a staff member begin. */
export const ownBranch = 'own-branch';
/**
 * The doctor whose appointments the screens show: the doctor herself; for other staff the filter is removed.
 */
export const ownDoctor = 'own-doctor';

/**
 * The first data of a page. The first lines of its HTML (`web/pages/head.tsx`) request it before any script
 * has loaded.
 */
export const readFirst = endpoint({
  method: 'GET',
  path: '/api/first-reads',
  // Each answer is cached and refetched under its own endpoint.
  shows: [],
  access: 'signed-in',
  summary:
    'Returns the answers to several requests by their addresses; requests without an answer are left out',
  query: z.object({
    /** Addresses, separated by spaces. */
    of: z.string().check(z.maxLength(4000)),
  }),
  reply: z.record(z.string(), answerSchema),
});
