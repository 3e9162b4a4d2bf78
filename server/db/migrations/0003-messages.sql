-- What the clinic sends, what browsers report, what the public pages say.

-- Messages to people: queue, inbox and log of what was sent.
create table messages (
  id bigint generated always as identity primary key,
  dedupe_key text not null unique,
  channel text not null check (channel in ('app', 'email', 'sms', 'whatsapp', 'push')),
  user_id int references users,
  address text,
  locale text not null,
  template text not null,
  params jsonb not null default '{}',
  secrets jsonb,
  appointment_id int,
  state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed', 'dead', 'skipped')),
  attempts smallint not null default 0,
  run_at timestamptz not null default now(),
  leased_until timestamptz,
  error text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  read_at timestamptz
);
create index messages_due on messages (run_at) where state = 'queued';
create index messages_by_state on messages (state, id);
create index messages_by_user on messages (user_id, id);
create index messages_unread on messages (user_id) where channel = 'app' and read_at is null;
create table push_subscriptions (
  endpoint text primary key,
  user_id int not null references users on delete cascade,
  keys jsonb not null,
  created_at timestamptz not null default now()
);

-- What browsers reported.
create table client_logs (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('message', 'interaction', 'error')),
  type text not null,
  user_id int,
  page text,
  text text not null default '',
  details jsonb,
  fingerprint text
);
create index client_logs_at on client_logs (at, id);
create index client_logs_by_type on client_logs (kind, type, at, id);
create index client_logs_by_user on client_logs (user_id, at, id) where user_id is not null;
create table error_groups (
  fingerprint text primary key,
  message text not null,
  n bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  sample jsonb
);

-- Homepage, settings and legal pages: the newest version of a key wins.
create table content_versions (
  id int generated always as identity primary key,
  key text not null,
  body jsonb not null,
  author_id int references users,
  created_at timestamptz not null default now()
);
create index content_versions_key on content_versions (key, id desc);
create table contact_messages (
  id int generated always as identity primary key,
  name text not null,
  email text not null,
  message text not null,
  locale text not null,
  state text not null default 'new' check (state in ('new', 'read', 'answered', 'closed')),
  answer text,
  answered_by int references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index contact_messages_state on contact_messages (state, id);
create table tasks (
  name text primary key,
  due_at timestamptz not null default now(),
  last_ok_at timestamptz,
  last_error text
);
