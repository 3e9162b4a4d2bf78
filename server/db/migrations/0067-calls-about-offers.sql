-- What came of calling somebody who answered an offer with "call me"; and what the waiting list's task asks: who
-- was written to of it today.
alter table offers add column tried_at timestamptz, add column called_at timestamptz,
  add column called_by int references users on delete set null, add column said text;
create index offers_to_call on offers (answered_at) where state = 'call' and called_at is null;
create index offers_from_list on offers (created_at) where reason = 'waiting';
