-- Days or hours in which a doctor does not work, on the clinic's clock.
create table absences (
  id integer primary key generated always as identity,
  user_id integer not null references staff(user_id) on delete cascade,
  during tsrange not null,
  reason text not null default '' check (length(reason) <= 200),
  created_by integer references users(id) on delete set null,
  created_at timestamptz not null default now(),
  check (not isempty(during) and lower(during) is not null and upper(during) is not null)
);
create index absences_by_person on absences (user_id, upper(during));
