-- A message that somebody of the staff sends to herself is awaited as a code is.
drop index messages_awaited;
create index messages_awaited on messages (channel, run_at, id) where state = 'queued'
  and template in ('code', 'confirmPhone', 'resetLink', 'confirmEmail', 'trial');
