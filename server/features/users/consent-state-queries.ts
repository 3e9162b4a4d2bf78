import { type SQLWrapper, sql } from 'drizzle-orm';

/** What somebody said of the notice, the last thing first: also where two records became one. */
export const lastSaidFirst = sql.raw('coalesce(c.withdrawn_at, c.given_at) desc, c.id desc');

/** Whether the last thing that a patient said of the privacy notice is that she withdraws. */
export const hasWithdrawn = (userId: SQLWrapper) => sql<boolean>`coalesce((select c.withdrawn_at is not null
  from consents c where c.user_id = ${userId} order by ${lastSaidFirst} limit 1), false)`;

/** Whether a version asks anew to which she has not agreed, nor to a later one. Who withdrew has answered. */
export const isAskedAnew = (userId: SQLWrapper) => sql<boolean>`not ${hasWithdrawn(userId)}
  and exists (select from content_versions where key = 'homepage.privacy' and asks_anew
    and id > coalesce((select max(content_id) from consents where user_id = ${userId}), 0))`;
