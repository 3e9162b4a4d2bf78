-- A visit to which its patient did not come: when that was said, why it is excused, what she says of it. The
-- status of the visit has the last word: the row says nothing while that is another.
create table no_shows (
  appointment_id int primary key references appointments on delete cascade,
  -- Nobody knows of what was brought in from another program.
  marked_at timestamptz,
  -- What the visit was before, and is again when this is taken back.
  was text not null default 'confirmed',
  excused_at timestamptz,
  excused_by int references users on delete set null,
  excuse text,
  said_at timestamptz,
  said text,
  check ((excused_at is null) = (excuse is null)),
  check ((said_at is null) = (said is null))
);
insert into no_shows (appointment_id, marked_at, was)
select distinct on (a.id) a.id, e.at, coalesce(e.before ->> 'status', 'confirmed')
from appointments a join events e on e.subject = 'appointments' and e.subject_id = a.id
where a.status = 'no_show' and e.action = 'no_show'
order by a.id, e.id desc;

-- She booked or moved it herself, and it is confirmed by a call. Read while the visit is pending.
alter table appointments add column waits_for_call boolean not null default false;
create index appointments_calls on appointments (local_start) where waits_for_call and status = 'pending';
