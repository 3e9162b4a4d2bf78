-- Links of waiting-room screens: kept as hashes, one or more a branch, good until somebody ends them.

create table screens (
  id integer primary key generated always as identity,
  location_id integer not null references locations(id) on delete cascade,
  token_hash bytea not null unique,
  created_by integer references users(id) on delete set null,
  created_at timestamptz not null default now(),
  seen_at timestamptz,
  revoked_at timestamptz
);
