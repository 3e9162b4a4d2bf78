-- What waits for one webhook is taken without reading past what waits for the others.
create index messages_due_of_webhook on messages (address, run_at, id)
  where state = 'queued' and channel = 'webhook';
