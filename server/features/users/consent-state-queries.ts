import { type SQLWrapper, sql } from 'drizzle-orm';

/** A person's answers to the privacy notice, the last first; also after a merge. */
export const newestAnswerFirst = sql.raw('coalesce(c.withdrawn_at, c.given_at) desc, c.id desc');

/** Whether the patient's last answer is a withdrawal. */
export const hasWithdrawn = (userId: SQLWrapper) => sql<boolean>`coalesce((select c.withdrawn_at is not null
  from consents c where c.user_id = ${userId} order by ${newestAnswerFirst} limit 1), false)`;

/**
 * Whether a version asks for consent again that she has not given to it or a later one. A withdrawal counts
 * as an answer.
 */
export const needsNewConsent = (userId: SQLWrapper) => sql<boolean>`not ${hasWithdrawn(userId)}
  and exists (select from content_versions where key = 'homepage.privacy' and asks_anew
    and id > coalesce((select max(content_id) from consents where user_id = ${userId}), 0))`;
