-- A booking whose answer was lost, and whose key its patient gave up: should it arrive late, it books nothing.

create table abandoned_attempts (
  created_by integer not null references users on delete cascade,
  idempotency_key text not null check (length(idempotency_key) <= 128),
  created_at timestamptz not null default now(),
  primary key (created_by, idempotency_key)
);
