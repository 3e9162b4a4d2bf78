-- Who waits for an earlier time than her visit has, and where. The longest waiting is offered what opens.

create table wishes (
  id int generated always as identity primary key,
  patient_id int not null references users,
  appointment_id int not null references appointments on delete cascade,
  location_ids int[] not null check (cardinality(location_ids) between 1 and 50),
  state text not null default 'waiting' check (state in ('waiting', 'granted', 'left', 'ended')),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index wishes_waiting on wishes (appointment_id) where state = 'waiting';
create index wishes_by_patient on wishes (patient_id, id);

alter table offers add column wish_id int references wishes on delete set null;
-- Of what is offered to a wish one time is kept at a time, whoever offers.
create unique index offers_kept_for_wish on offers (wish_id) where holds and wish_id is not null;
create index offers_by_wish on offers (wish_id) where wish_id is not null;
