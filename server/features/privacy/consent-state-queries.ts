import { type SQLWrapper, sql } from 'drizzle-orm';

/** Whether the newest thing that a patient said of the privacy notice is that she withdraws. */
export const hasWithdrawn = (userId: SQLWrapper) => sql<boolean>`coalesce((select withdrawn_at is not null
  from consents where user_id = ${userId} order by id desc limit 1), false)`;

/** Whether a version asks anew to which she has not agreed, nor to a later one. */
export const isAskedAnew = (userId: SQLWrapper) => sql<boolean>`exists (select from content_versions
  where key = 'homepage.privacy' and asks_anew
    and id > coalesce((select max(content_id) from consents where user_id = ${userId}), 0))`;
