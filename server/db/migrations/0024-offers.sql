-- A time kept for one patient until an hour that she is told. Who keeps one raises the branch's `hours_version`
-- in the same transaction: a booking that was waiting meanwhile sees that, and is reckoned anew.

create table offers (
  id int generated always as identity primary key,
  patient_id int not null references users,
  location_id int not null references locations,
  service_id int not null references services,
  doctor_id int references users,
  local_start timestamp(0) not null,
  local_end timestamp(0) not null check (local_end > local_start),
  room smallint not null,
  -- Why she is offered it.
  reason text not null check (reason in ('waiting', 'displaced', 'desk')),
  state text not null default 'open'
    check (state in ('open', 'taken', 'another', 'declined', 'cancelled', 'call', 'expired', 'withdrawn')),
  -- The time is still kept: while it is, it is nobody else's.
  holds boolean not null default true,
  held_until timestamptz not null,
  -- The visit that would move there; none where a new one is booked.
  appointment_id int references appointments on delete set null,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  constraint offers_room_overlap
    exclude using gist (location_id with =, room with =, tsrange(local_start, local_end) with &&) where (holds),
  constraint offers_doctor_overlap
    exclude using gist (doctor_id with =, tsrange(local_start, local_end) with &&)
    where (holds and doctor_id is not null)
);
create index offers_by_patient on offers (patient_id, id);
create index offers_by_visit on offers (appointment_id) where appointment_id is not null;
create index offers_held on offers (held_until) where holds;
