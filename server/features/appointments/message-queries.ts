import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/connect.ts';

interface Told extends Record<string, unknown> {
  channel: 'email' | 'sms' | 'whatsapp' | 'push';
  address: string | null;
  state: 'under-way' | 'sent' | 'failed' | 'kept';
}

/** The newest thing that a patient was told of a visit, by every channel it went to outside the app. */
export async function newestTold(db: Db, appointmentId: number, patientId: number): Promise<Told[]> {
  const { rows } = await db.execute<Told>(sql`
    with mine as (select * from messages where appointment_id = ${appointmentId} and user_id = ${patientId}),
      newest as (select template, params from mine where channel = 'app' order by id desc limit 1)
    select channel, address,
      case when state = 'queued' then 'under-way' when state in ('sent', 'kept') then state
        else 'failed' end as state
    from mine join newest using (template, params)
    where channel <> 'app'
    order by id`);
  return rows;
}
