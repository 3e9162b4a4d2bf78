-- The trail is shortened in one way only, by whoever owns it: the role that works with the rows may be another.
create or replace function events_append_only() returns trigger language plpgsql as $$ begin
  if current_setting('hakima.retention', true) = 'on'
    and current_user = (select pg_get_userbyid(relowner) from pg_catalog.pg_class where oid = tg_relid) then
    return coalesce(new, old);
  end if;
  raise exception 'events are append-only';
end $$;
create trigger events_not_emptied before truncate on events
  for each statement execute function events_append_only();

-- Takes away what happened before a moment, and says how many rows that was. The last year stays whatever is asked.
create function forget_events(older_than timestamptz) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare gone bigint; begin
  if older_than is null or older_than > now() - interval '1 year' then
    raise exception 'the last year of the trail is kept';
  end if;
  perform set_config('hakima.retention', 'on', true);
  delete from public.events where at < older_than;
  get diagnostics gone = row_count;
  perform set_config('hakima.retention', 'off', true);
  return gone;
end $$;
revoke execute on function forget_events from public;
