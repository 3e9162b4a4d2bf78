import * as z from 'zod/mini';
import { instant, nothing } from '../../fields.ts';
import { endpoint } from '../endpoint.ts';

/**
 * Titles of appointments in a subscribed calendar. `discreet`: only that there is an appointment. `full`: the
 * clinic (for patients) or the patient (for staff).
 */
export const calendarTitles = ['discreet', 'full'] as const;
const titles = z.enum(calendarTitles);

const calendarSchema = z.object({ titles, createdAt: instant, seenAt: z.nullable(instant) });
export type OwnCalendar = z.output<typeof calendarSchema>;

export const ownCalendar = endpoint({
  method: 'GET',
  path: '/api/calendars/mine',
  shows: ['users'],
  access: 'signed-in',
  lock: 'visits',
  summary: 'Returns whether the user has a calendar feed and when it was last read, without its address',
  reply: z.object({ calendar: z.nullable(calendarSchema) }),
});
export const makeCalendar = endpoint({
  method: 'POST',
  path: '/api/calendars/mine',
  changes: ['users'],
  access: 'signed-in',
  lock: 'visits',
  summary:
    "Creates a new address of the user's calendar feed, shown only in this answer. The old address stops working",
  body: z.object({ titles }),
  /** `/calendars/<secret>.ics` (text/calendar), which needs no cookie. */
  reply: z.object({ link: z.string() }),
  status: 201,
});
export const changeCalendar = endpoint({
  method: 'PATCH',
  path: '/api/calendars/mine',
  changes: ['users'],
  access: 'signed-in',
  lock: 'visits',
  summary: "Changes the title of the appointments in the user's calendar feed",
  body: z.object({ titles }),
  reply: nothing,
  status: 204,
});
export const endCalendar = endpoint({
  method: 'DELETE',
  path: '/api/calendars/mine',
  changes: ['users'],
  access: 'signed-in',
  lock: 'visits',
  summary: "Ends the user's calendar feed at once",
  reply: nothing,
  status: 204,
});
