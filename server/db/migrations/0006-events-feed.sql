-- Which transaction wrote a row: a reader finds what was committed since it last looked, whatever ids came meanwhile.
alter table events add column written_by xid8 not null default pg_current_xact_id();
create index events_by_transaction on events (written_by);
-- Whoever listens hears that something was committed, not what.
create function events_notice() returns trigger language plpgsql as $$ begin
  perform pg_notify('hakima_events', '');
  return null;
end $$;
create trigger events_notice after insert on events for each statement execute function events_notice();
