-- The address under which a person's visits can be subscribed to: one each, kept as a hash.

create table calendars (
  user_id integer primary key references users(id) on delete cascade,
  token_hash bytea not null unique,
  titles text not null check (titles in ('discreet', 'full')),
  created_at timestamptz not null default now(),
  seen_at timestamptz
);
