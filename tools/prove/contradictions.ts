import type pg from 'pg';

/** Each query finds rows that must not exist, as one text; `$1` is the id of the last seeded appointment. */
const invariants: Readonly<Record<string, string>> = {
  'the history says another status than the row': `
    select a.id || ': ' || a.status || ', told ' || coalesce(e.after->>'status', 'nothing') as what
    from appointments a left join lateral (select after from events e
      where e.subject = 'appointments' and e.subject_id = a.id order by e.id desc limit 1) e on true
    where a.id > $1 and a.status is distinct from e.after->>'status'`,
  'the history says another time, branch or room than the row': `
    select a.id || ': ' || concat_ws(', ', a.local_start, a.location_id, a.room) || ', told '
      || concat_ws(', ', e.local_start, e.location_id, e.room) as what
    from appointments a, lateral (select
        (after ->> 'appointmentDate')::timestamp + (after ->> 'appointmentTime')::interval as local_start,
        (after ->> 'locationId')::int as location_id, (after ->> 'room')::int as room
      from events e where e.subject = 'appointments' and e.subject_id = a.id
        and after ? 'appointmentDate' order by e.id desc limit 1) e
    where a.id > $1 and (a.local_start, a.location_id, a.room::int)
      is distinct from (e.local_start, e.location_id, e.room)`,
  'the history says otherwise of an offer than the row': `
    select o.id || ': ' || concat_ws(', ', o.state, o.local_start, o.location_id) || ', told '
      || coalesce(concat_ws(', ', e.state, e.local_start, e.location_id), 'nothing') as what
    from offers o left join lateral (select after ->> 'state' as state,
        (after ->> 'appointmentDate')::timestamp + (after ->> 'appointmentTime')::interval as local_start,
        (after ->> 'locationId')::int as location_id
      from events e where e.subject = 'offers' and e.subject_id = o.id and after ? 'state'
      order by e.id desc limit 1) e on true
    where (o.state, o.local_start, o.location_id) is distinct from (e.state, e.local_start, e.location_id)`,
  'made twice in the history': `
    select subject_id::text as what from events where subject = 'appointments' and before is null
      and subject_id > $1 group by subject_id having count(*) > 1`,
  'the counts of the days are not the rows': `
    select location_id || ' ' || day || ' ' || status || ': ' || sum(n) as what from (
      select location_id, day, status, n from day_counts
      union all select location_id, day, status, n from day_count_deltas
      union all select location_id, local_start::date, status, -1 from appointments) counted
    group by location_id, day, status having sum(n) <> 0`,
  'two visits in one room': `
    select a.id || ' and ' || b.id as what from appointments a join appointments b
      on a.location_id = b.location_id and a.room = b.room and a.id < b.id and b.id > $1
      and tsrange(a.local_start, a.local_end) && tsrange(b.local_start, b.local_end)
    where a.status in ('pending', 'confirmed') and b.status in ('pending', 'confirmed')`,
  'a patient was told the same twice': `
    select m.appointment_id || ' ' || m.template || ' ' || m.channel as what from messages m
    where m.appointment_id > $1 group by m.appointment_id, m.user_id, m.template, m.channel, m.address
    having count(*) > case when m.template in ('moved', 'movedByPatient', 'staffMoved') then greatest(1,
      (select count(*) from events e where e.subject = 'appointments' and e.subject_id = m.appointment_id
        and e.action = 'moved')) else 1 end`,
  'a time is kept without an offer that is open': `
    select id::text as what from offers where holds and state not in ('open', 'call')`,
  // The patient herself may book the time that is held for her in another way: the offer then ends at its
  // deadline.
  'a visit stands in a time that is kept for somebody else': `
    select a.id || ' of ' || a.patient_id || ' in offer ' || o.id || ' for ' || o.patient_id as what
    from offers o join appointments a
      on a.location_id = o.location_id and a.room = o.room and a.status in ('pending', 'confirmed')
      and tsrange(a.local_start, a.local_end) && tsrange(o.local_start, o.local_end)
    where o.holds and o.held_until > now() and a.id is distinct from o.appointment_id
      and a.patient_id <> o.patient_id`,
};

/** Contradictions in a clinic's data; appointments up to `seeded` existed before the test. */
export async function findContradictions(pool: pg.Pool, seeded: number): Promise<string[]> {
  const found: string[] = [];
  for (const [says, text] of Object.entries(invariants)) {
    const { rows } = await pool.query<{ what: string }>(text, text.includes('$1') ? [seeded] : []);
    found.push(...rows.slice(0, 5).map(({ what }) => `${says}: ${what}`));
  }
  return found;
}
