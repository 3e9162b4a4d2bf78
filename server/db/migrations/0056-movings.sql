-- Everything of the clinic in files, one at a time: asked for until it is made, then there for a day. Its
-- archive lies in pieces, so that none of it is ever held whole.
create table movings (
  id int generated always as identity primary key,
  asked_by int references users (id) on delete set null,
  asked_at timestamptz not null,
  attempts smallint not null default 0,
  ready_at timestamptz,
  bytes bigint,
  check ((ready_at is null) = (bytes is null))
);

create table moving_pieces (
  moving_id int not null references movings (id) on delete cascade,
  n int not null,
  bytes bytea not null,
  primary key (moving_id, n)
);
