-- What waits to be sent, by channel: each has lanes of its own. What somebody waits for in front of the page is found
-- whatever else is waiting.

drop index messages_due;
create index messages_due on messages (channel, run_at, id) where state = 'queued';
create index messages_awaited on messages (channel, run_at, id)
  where state = 'queued' and template in ('code', 'confirmPhone', 'resetLink', 'confirmEmail');
