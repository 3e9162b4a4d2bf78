-- A copy of everything the clinic keeps of somebody, made at her wish in the background and there for a day.

create table data_copies (
  user_id int primary key references users on delete cascade,
  locale text not null check (locale in ('en', 'ar')),
  -- Made as long as there is no archive; given up after a few attempts.
  attempts smallint not null default 0,
  asked_at timestamptz not null,
  ready_at timestamptz,
  archive bytea,
  check ((ready_at is null) = (archive is null))
);
create index data_copies_waiting on data_copies (asked_at) where archive is null;
