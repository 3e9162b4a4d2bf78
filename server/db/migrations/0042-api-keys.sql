-- Keys for other programs: kept as hashes, never deleted, so that the trail can always name who acted.

create table api_keys (
  id integer primary key generated always as identity,
  name text not null check (length(name) between 1 and 60),
  token_hash bytea not null unique,
  -- How it ends, to tell it from others.
  hint text not null,
  scopes text[] not null check (cardinality(scopes) between 1 and 60),
  per_minute integer not null check (per_minute between 1 and 6000),
  -- It may never do more than who made it may do now.
  created_by integer not null references users(id),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at timestamptz,
  used_from inet,
  revoked_at timestamptz
);

-- Who acted, where it was a program.
alter table events add column key_id integer;
