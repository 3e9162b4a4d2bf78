-- What staff wrote on purpose to the patients of a day or of a filter. What each of them was sent stands in
-- the messages; the key makes one of two presses.
create table notices (
  id int generated always as identity primary key,
  created_by int references users on delete set null,
  created_at timestamptz not null,
  idempotency_key text not null,
  -- Template, fields and whom it was for, as they were sent.
  asked jsonb not null,
  people int not null default 0,
  unique (created_by, idempotency_key)
);
