-- Files of another program that are brought in: what was read of each, what will become of each row, and what
-- it became, so that work that was cut off goes on and an import can be taken back.

create table imports (
  id int generated always as identity primary key,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  file_name text not null check (length(file_name) between 1 and 200),
  bytes bytea check (octet_length(bytes) <= 12582912),
  state text not null default 'reading' check (state in
    ('reading', 'refused', 'checking', 'checked', 'running', 'stopping', 'done', 'undoing', 'undone')),
  refusal text,
  encoding text,
  delimiter text,
  day_order text not null default 'auto' check (day_order in ('auto', 'dmy', 'mdy', 'ymd')),
  found_order text check (found_order in ('dmy', 'mdy', 'mixed')),
  headings text[] not null default '{}',
  columns text[] not null default '{}',
  location_id int references locations,
  service_id int references services,
  remind boolean not null default false,
  total int not null default 0,
  progress int not null default 0,
  finished_at timestamptz
);
create index imports_at_work on imports (id)
  where state in ('reading', 'checking', 'running', 'stopping', 'undoing');

create table import_rows (
  import_id int not null references imports on delete cascade,
  -- As the spreadsheet counts them.
  n int not null,
  cells text[] not null,
  verdict text check (verdict in ('new', 'same', 'doubtful', 'wrong')),
  why jsonb,
  meant jsonb,
  -- Folded name and phone: rows of one woman have the same.
  person text,
  phone text,
  decision text check (decision in ('same', 'another')),
  -- The row whose patient this one is, and the patient who is there already.
  same_as int,
  match_id int,
  outcome text check (outcome in ('in', 'left', 'kept')),
  patient_id int,
  made_patient boolean not null default false,
  appointment_id int,
  primary key (import_id, n)
);
create index import_rows_by_verdict on import_rows (import_id, verdict, n);
create index import_rows_by_person on import_rows (import_id, person, n);
create index import_rows_by_phone on import_rows (import_id, phone) where phone is not null;
create index import_rows_by_patient on import_rows (patient_id) where patient_id is not null;
create index import_rows_by_visit on import_rows (appointment_id) where appointment_id is not null;

-- Many phones are looked up at once.
create index users_by_phone on users (phone) where phone is not null;
create index users_by_phone2 on users (phone2) where phone2 is not null;
