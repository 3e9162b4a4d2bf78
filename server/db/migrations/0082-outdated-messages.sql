-- A later change of the visit made the message untrue before it was sent: it is not sent any more, also if
-- a process is trying to send it at this moment and fails.
alter table messages add column outdated boolean not null default false;
-- What a message says about its visit, to say nothing twice: 'firm 2027-06-08 15:20:00 1'.
alter table messages add column says text;
create index messages_queued_of_visit on messages (appointment_id)
  where state = 'queued' and appointment_id is not null;
