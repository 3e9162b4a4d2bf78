-- Visits that were planned together after another: 'again in 6 weeks', or up to twelve at a rhythm.

create table series (
  id int generated always as identity primary key,
  created_by int references users on delete set null,
  -- The request that made them, what it asked and what it was refused: it is answered alike again.
  idempotency_key text check (length(idempotency_key) <= 128),
  asked jsonb not null,
  refused jsonb not null default '[]',
  created_at timestamptz not null default now()
);
create unique index series_idempotency on series (created_by, idempotency_key) where idempotency_key is not null;

alter table appointments add column series_id int references series;
create index appointments_by_series on appointments (series_id, local_start) where series_id is not null;
