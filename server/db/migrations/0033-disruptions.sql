-- Why visits cannot take place, whom that displaces, and what was done about each. What has become of a
-- displaced visit is never written down a second time: it is read from the visit, its offer and the calls.

create table disruptions (
  id int generated always as identity primary key,
  -- Who is away, or whose hours have changed.
  doctor_id int references users,
  absence_id int references absences on delete set null,
  location_id int references locations,
  local_from timestamp(0) not null,
  local_to timestamp(0) not null,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  check ((doctor_id is null) <> (location_id is null))
);
create index disruptions_by_absence on disruptions (absence_id) where absence_id is not null;

create table displaced (
  id int generated always as identity primary key,
  disruption_id int not null references disruptions on delete cascade,
  appointment_id int references appointments on delete set null,
  patient_id int not null references users,
  -- The visit as it was.
  location_id int not null references locations,
  doctor_id int references users,
  local_start timestamp(0) not null,
  -- What somebody wants her to be offered, until that is done.
  wanted_location_id int references locations,
  wanted_start timestamp(0),
  wanted_doctor_id int references users,
  wanted_by int references users on delete set null,
  wanted_at timestamptz,
  -- How often she was offered something, the last of it, and whether a message went out with it.
  round smallint not null default 0,
  offer_id int references offers on delete set null,
  reached boolean,
  reminded_at timestamptz,
  called_at timestamptz,
  tried_at timestamptz,
  unique (disruption_id, appointment_id)
);
create index displaced_by_visit on displaced (appointment_id) where appointment_id is not null;
create index displaced_wanted on displaced (wanted_at) where wanted_at is not null;

-- Her visit was moved or cancelled by another way: what was kept for it is let go.
alter table offers drop constraint offers_state_check;
alter table offers add constraint offers_state_check check (state in
  ('open', 'taken', 'another', 'declined', 'cancelled', 'call', 'expired', 'withdrawn', 'settled'));
