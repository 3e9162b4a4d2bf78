-- What one of the staff is writing as the desk's note of a visit and has not saved: read by nobody else.
create table desk_drafts (
  author_id int not null references users(id) on delete cascade,
  appointment_id int not null references appointments(id) on delete cascade,
  start text not null check (length(start) <= 20000),
  text text not null check (length(text) <= 20000),
  version int not null,
  updated_at timestamptz not null default now(),
  primary key (author_id, appointment_id)
);
