-- Appointments, their history and their counts.

-- Visits, in the clinic's wall-clock time. The exclusion constraints have the last word on who holds a room.
-- They list the statuses that free the time, so that a forgotten status blocks rather than double-books.
create table appointments (
  id int generated always as identity primary key,
  patient_id int not null references users,
  location_id int not null references locations,
  service_id int not null references services,
  local_start timestamp(0) not null,
  local_end timestamp(0) not null,
  room smallint check (room >= 1),
  status text not null constraint appointments_status check (status in ('pending', 'confirmed', 'attended', 'cancelled', 'no_show')),
  notes text not null default '' check (length(notes) <= 20000),
  created_by int references users,
  idempotency_key text check (length(idempotency_key) <= 128),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (local_end > local_start and local_end <= date_trunc('day', local_start) + interval '1 day'),
  constraint appointments_patient_overlap exclude using gist (
    patient_id with =, tsrange(local_start, local_end) with &&) where (status not in ('cancelled', 'no_show')),
  constraint appointments_room_overlap exclude using gist (
    location_id with =, room with =, tsrange(local_start, local_end) with &&) where (status not in ('cancelled', 'no_show'))
);
create index appointments_by_location on appointments (location_id, local_start, id) include (local_end, room, status);
create index appointments_by_time on appointments (local_start, id) include (status, location_id);
create index appointments_by_status on appointments (status, local_start, id);
create index appointments_by_patient on appointments (patient_id, local_start, id);
create unique index appointments_idempotency on appointments (created_by, idempotency_key) where idempotency_key is not null;

-- History, audit trail and live feed in one; only the retention job may shorten it.
create table events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id int,
  actor_role text not null,
  ip inet,
  request_id text,
  action text not null,
  subject text not null,
  subject_id int,
  location_id int,
  patient_id int,
  before jsonb,
  after jsonb
);
create index events_at on events (at, id);
create index events_by_subject on events (subject, subject_id, id);
create index events_by_actor on events (actor_id, id);
create index events_by_patient on events (patient_id, id) where patient_id is not null;
create function events_append_only() returns trigger language plpgsql as $$ begin
  if current_setting('hakima.retention', true) = 'on' then return coalesce(new, old); end if;
  raise exception 'events are append-only';
end $$;
create trigger events_append_only before update or delete on events for each row execute function events_append_only();

-- Appointments per branch, day and status: folded counts plus append-only deltas (no row that every booking fights for).
create table day_counts (
  location_id int,
  day date,
  status text,
  n int not null,
  primary key (location_id, day, status)
);
create table day_count_deltas (
  location_id int not null,
  day date not null,
  status text not null,
  n smallint not null
);
create function appointments_count() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then insert into day_count_deltas values (old.location_id, old.local_start::date, old.status, -1); end if;
  if tg_op <> 'DELETE' then insert into day_count_deltas values (new.location_id, new.local_start::date, new.status, 1); end if;
  return null;
end $$;
create trigger appointments_count after insert or delete or update of location_id, local_start, status on appointments
  for each row execute function appointments_count();
