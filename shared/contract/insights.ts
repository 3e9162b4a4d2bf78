import * as z from 'zod/mini';
import { id, idParam, isoDate } from '../fields.ts';
import { endpoint } from './endpoint.ts';

export const insightsSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Visits by weekday (Sunday 0) and starting hour. */
  load: z.array(z.object({ weekday: z.int(), hour: z.int(), count: z.int() })),
  /** One row a week (its Sunday). */
  weeks: z.array(
    z.object({ week: z.string(), total: z.int(), attended: z.int(), noShow: z.int(), cancelled: z.int() }),
  ),
  branches: z.array(
    z.object({
      locationId: id,
      name: z.string(),
      nameAr: z.nullable(z.string()),
      total: z.int(),
      attended: z.int(),
      noShow: z.int(),
      cancelled: z.int(),
    }),
  ),
});
export type Insights = z.output<typeof insightsSchema>;
export const getInsights = endpoint({
  method: 'GET',
  path: '/api/insights',
  shows: ['appointments'],
  urgency: 'last',
  access: ['admin'],
  summary: 'Pictures of the business between two days (the last 12 weeks unless named)',
  query: z.object({ from: z.optional(isoDate), to: z.optional(isoDate), locationId: z.optional(idParam) }),
  reply: insightsSchema,
});
