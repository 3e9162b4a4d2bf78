-- Other programs are told of what happens: where, of what, and signed by which secret. What they are told
-- leaves by the outbox of messages; what has the same line leaves one after the other.

create table webhooks (
  id integer primary key generated always as identity,
  name text not null,
  url text not null,
  events text[] not null,
  details boolean not null default false,
  secret text not null,
  old_secret text,
  old_until timestamptz,
  seen text not null,
  created_by integer references users(id) on delete set null,
  created_at timestamptz not null default now(),
  failing_since timestamptz,
  off_at timestamptz,
  off_because text check (off_because in ('hand', 'failing', 'gone')),
  check ((off_at is null) = (off_because is null))
);

alter table messages drop constraint messages_channel_check;
alter table messages add constraint messages_channel_check
  check (channel in ('app', 'email', 'sms', 'whatsapp', 'push', 'webhook'));
alter table messages add column line text;
create index messages_in_line on messages (line, id) where state = 'queued' and line is not null;
create index messages_of_webhook on messages (address, id) where channel = 'webhook';
