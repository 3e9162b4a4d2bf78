-- The file of a patient. What a doctor signs is never changed: a correction is a new note that points to the old.

create table clinical_notes (
  id integer primary key generated always as identity,
  patient_id integer not null references users(id),
  appointment_id integer references appointments(id),
  author_id integer not null references users(id),
  -- As she was called when she signed.
  signed_name text not null,
  signed_name_ar text,
  signed_title text not null default '',
  signed_title_ar text,
  at timestamptz not null default now(),
  text text not null check (length(text) between 1 and 20000),
  corrects integer,
  idempotency_key text check (length(idempotency_key) <= 128),
  constraint clinical_notes_of_patient unique (id, patient_id),
  constraint clinical_notes_corrects foreign key (corrects, patient_id)
    references clinical_notes (id, patient_id)
);
create index clinical_notes_by_patient on clinical_notes (patient_id, at, id);
create index clinical_notes_by_visit on clinical_notes (appointment_id) where appointment_id is not null;
create index clinical_notes_corrected on clinical_notes (corrects) where corrects is not null;
create unique index clinical_notes_idempotency on clinical_notes (author_id, idempotency_key)
  where idempotency_key is not null;

create function clinical_notes_append_only() returns trigger language plpgsql as $$ begin
  raise exception 'clinical notes are append-only';
end $$;
create trigger clinical_notes_append_only before update or delete on clinical_notes
  for each row execute function clinical_notes_append_only();
create trigger clinical_notes_not_emptied before truncate on clinical_notes
  for each statement execute function clinical_notes_append_only();

-- Those that the patient reads too.
create table shared_notes (
  note_id integer primary key references clinical_notes(id),
  at timestamptz not null default now()
);

-- What a doctor is writing and has not signed: read by nobody else.
create table note_drafts (
  author_id integer not null references users(id) on delete cascade,
  patient_id integer not null references users(id) on delete cascade,
  appointment_id integer references appointments(id) on delete set null,
  corrects integer references clinical_notes(id),
  text text not null check (length(text) <= 20000),
  key text not null check (length(key) <= 128),
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (author_id, patient_id)
);

create table patient_files (
  patient_id integer primary key references users(id) on delete cascade,
  birth_date date,
  paper_file text check (length(paper_file) <= 40)
);

-- A few words that every doctor sees beside her name. Of a pregnancy the day its weeks are counted from.
create table patient_alerts (
  id integer primary key generated always as identity,
  patient_id integer not null references users(id) on delete cascade,
  kind text not null,
  text text not null check (length(text) <= 60),
  week_one date,
  author_id integer references users(id) on delete set null,
  at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by integer references users(id) on delete set null
);
create index patient_alerts_now on patient_alerts (patient_id, id) where ended_at is null;
