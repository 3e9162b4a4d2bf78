-- The first schema of the clinic. Runs on PostgreSQL 15 or newer and on the embedded engine.
-- The roles and statuses below are those of shared/domain; a test compares them.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Folds Arabic and Latin text for searching: no vowel signs, no spaces, one form of alef, ya and ta marbuta, Western digits.
create function fold(t text) returns text language sql immutable strict parallel safe as $$
  select translate(
    regexp_replace(lower(normalize(t, NFKC)), '[\u0610-\u061a\u064b-\u065f\u0670\u0640\u200b-\u200f\u202a-\u202e\u2066-\u2069\s|]', '', 'g'),
    'أإآٱىةؤئء٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اااايهويا01234567890123456789') $$;

-- Pictures, after resizing. Their address is their content's hash.
create table uploads (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  media_type text not null,
  width int not null,
  height int not null,
  bytes bytea not null check (octet_length(bytes) <= 1048576),
  created_at timestamptz not null default now()
);
alter table uploads alter column bytes set storage external;

-- People. Who never signs in has no row in credentials or identities.
create table users (
  id int generated always as identity primary key,
  role text not null check (role in ('patient', 'doctor', 'admin', 'user')),
  name text not null check (length(name) <= 200),
  username text check (length(username) between 3 and 60),
  email text check (length(email) <= 254),
  phone text,
  phone2 text,
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  auth_provider text not null default 'local',
  locale text not null default 'ar' check (locale in ('en', 'ar')),
  channels text[] not null default '{email}',
  is_super_admin boolean not null default false check (not is_super_admin or role = 'admin'),
  version int not null default 1,
  created_by int references users,
  created_at timestamptz not null default now(),
  deactivated_at timestamptz,
  erased_at timestamptz,
  search text not null generated always as (
    '|' || fold(name) || '|' || fold(coalesce(username, '')) || '|' || coalesce(phone, '') || '|' || coalesce(phone2, '') || '|'
    || fold(coalesce(email, '')) || '|') stored
);
create unique index users_username on users (lower(username));
create unique index users_confirmed_email on users (lower(email)) where email_confirmed_at is not null;
create unique index users_confirmed_phone on users (phone) where phone_confirmed_at is not null;
create unique index users_super_admin on users (is_super_admin) where is_super_admin;
create index users_search on users using gin (search gin_trgm_ops) with (fastupdate = off);
create index users_role_name on users (role, name, id);

-- How people sign in.
create table credentials (
  user_id int primary key references users on delete cascade,
  password_hash text not null,
  must_change boolean not null default false,
  changed_at timestamptz not null default now()
);
create table identities (
  provider text,
  subject text,
  user_id int not null references users on delete cascade,
  primary key (provider, subject)
);
create table sessions (
  token_hash bytea primary key,
  user_id int not null references users on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  idle interval not null,
  expires_at timestamptz not null,
  ip inet,
  user_agent text
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create table tokens (
  id int generated always as identity primary key,
  purpose text not null,
  hash bytea not null,
  user_id int references users on delete cascade,
  target text,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  unique (purpose, target, hash)
);
create index tokens_expiry on tokens (expires_at);
create table throttles (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);
create index throttles_expire on throttles (expire);

-- What is offered, where, and when. Hours are minutes of the day.
create table services (
  id int generated always as identity primary key,
  name text not null,
  name_ar text,
  description text not null default '',
  description_ar text,
  icon text,
  minutes smallint not null default 20 check (minutes between 5 and 480),
  position int not null default 0,
  archived_at timestamptz
);
create unique index services_name on services (lower(name)) where archived_at is null;

create table locations (
  id int generated always as identity primary key,
  name text not null,
  name_ar text,
  address text not null,
  address_ar text,
  open_hours text not null,
  open_hours_ar text,
  phone text not null default '',
  image_id text references uploads,
  rooms smallint not null default 1 check (rooms between 1 and 50),
  position int not null default 0,
  hours_version int not null default 1,
  version int not null default 1,
  archived_at timestamptz
);
create table location_hours (
  id int generated always as identity primary key,
  location_id int not null references locations on delete cascade,
  weekday smallint not null check (weekday between 0 and 6),
  opens smallint not null check (opens >= 0),
  closes smallint check (closes <= 1440),
  check (opens < closes),
  constraint location_hours_overlap exclude using gist (
    location_id with =, weekday with =, int4range(opens, coalesce(closes, 1440)) with &&)
);
create table location_exceptions (
  id int generated always as identity primary key,
  location_id int not null references locations on delete cascade,
  day date not null,
  opens smallint,
  closes smallint,
  reason text,
  reason_ar text,
  batch uuid,
  check ((opens is null) = (closes is null)),
  check (opens between 0 and 1439 and closes between 1 and 1440 and opens < closes),
  constraint location_exceptions_overlap exclude using gist (
    location_id with =, day with =, int4range(coalesce(opens, 0), coalesce(closes, 1440)) with &&)
);

create table staff (
  user_id int primary key references users on delete cascade,
  title text not null default '',
  title_ar text,
  speciality text not null default '',
  speciality_ar text,
  photo_id text references uploads
);
create table staff_locations (
  user_id int references staff on delete cascade,
  location_id int references locations on delete cascade,
  primary key (user_id, location_id)
);
create table duties (
  id int generated always as identity primary key,
  user_id int not null references staff on delete cascade,
  location_id int not null references locations on delete cascade,
  weekday smallint not null check (weekday between 0 and 6),
  starts smallint not null check (starts >= 0),
  ends smallint not null check (ends <= 1440),
  check (starts < ends),
  valid daterange not null default '[,)',
  constraint duties_overlap exclude using gist (
    user_id with =, weekday with =, int4range(starts, ends) with &&, valid with &&)
);
