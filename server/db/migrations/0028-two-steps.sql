-- Two-step sign-in: passkeys, an app's one-time codes, recovery codes; what a session still waits for.

create table passkeys (
  id bytea primary key,
  user_id integer not null references users(id) on delete cascade,
  public_key bytea not null,
  -- Of the authenticator, where it counts: a lower one than was seen is a copy.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

create table one_time_secrets (
  user_id integer primary key references users(id) on delete cascade,
  secret bytea not null,
  -- Null until the first right code has shown that the app has it.
  confirmed_at timestamptz,
  -- The half minute of the last code that was taken: no code opens twice.
  last_step bigint not null default 0
);

create table recovery_codes (
  hash bytea primary key,
  user_id integer not null references users(id) on delete cascade,
  used_at timestamptz
);
create index recovery_codes_of_user on recovery_codes (user_id);

alter table sessions
  add column awaits text check (awaits in ('second-step', 'second-step-setup')),
  add column proved_at timestamptz not null default now();
