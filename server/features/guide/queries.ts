import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';
import type { Guide } from '#shared/contract/connections/guide.ts';
import type { HomepageSection } from '#shared/contract/homepage.ts';

interface ClinicFacts extends Record<string, unknown> {
  settingsRead: boolean;
  /** Sections of the public site that somebody has saved. */
  read: HomepageSection[];
  /** Branches and services that somebody has saved. */
  savedBranches: number[];
  savedServices: number[];
  messageLeft: boolean;
  patients: boolean;
  visits: boolean;
  trial: Guide['trial'];
}

/** Facts that the guide needs; `viewerId`: whose test message. */
export async function loadClinicFacts(db: Db, viewerId: number): Promise<ClinicFacts> {
  const { rows } = await db.execute<ClinicFacts>(sql`
    select exists (select from content_versions where key = 'settings') as "settingsRead",
      (select coalesce(json_agg(distinct replace(key, 'homepage.', '')), '[]') from content_versions
        where key like 'homepage.%' and author_id is not null) as read,
      (select coalesce(json_agg(distinct subject_id), '[]') from events
        where subject in ('locations', 'schedules') and actor_id is not null) as "savedBranches",
      (select coalesce(json_agg(distinct subject_id), '[]') from events
        where subject = 'services' and actor_id is not null) as "savedServices",
      exists (select from messages where state = 'sent' and channel in ('email', 'sms', 'whatsapp'))
        as "messageLeft",
      exists (select from users where role = 'patient' and erased_at is null) as patients,
      exists (select from appointments) as visits,
      (select json_build_object('channel', channel, 'state',
          case when state = 'queued' and attempts > 0 then 'failed' else state end)
        from messages where template = 'trial' and user_id = ${viewerId} order by id desc limit 1) as trial`);
  const [row] = rows;
  if (!row) throw new Error('the facts of the guide were not read');
  return row;
}
