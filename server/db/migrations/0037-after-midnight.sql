-- The clinic's day ends at 3 AM: hours, duties and visits of the night after belong to the day they began on.
-- Hours that began before 3 AM begin then; whole days of an absence are the clinic's; counts follow the day.
alter table location_hours drop constraint location_hours_closes_check;
alter table location_hours add constraint location_hours_closes_check check (closes <= 1620);
alter table location_exceptions drop constraint location_exceptions_check1;
alter table location_exceptions add constraint location_exceptions_check1
  check (opens >= 0 and closes <= 1620 and opens < closes);
alter table duties drop constraint duties_ends_check;
alter table duties add constraint duties_ends_check check (ends <= 1620);
update location_hours set opens = 180 where opens < 180 and (closes is null or closes > 180);
update location_exceptions set opens = 180 where opens < 180 and closes > 180;

alter table appointments drop constraint appointments_check;
alter table appointments add constraint appointments_check
  check (local_end > local_start and local_end <= local_start + interval '1 day');

update absences set during = tsrange(
  case when lower(during)::time = '00:00' then lower(during) + interval '3 hours' else lower(during) end,
  case when upper(during)::time = '00:00' then upper(during) + interval '3 hours' else upper(during) end);

update disruptions set
  local_from = case when local_from::time = '00:00' then local_from + interval '3 hours' else local_from end,
  local_to = case when local_to::time = '00:00' then local_to + interval '3 hours' else local_to end;

insert into day_count_deltas
  select location_id, local_start::date + moved.days, status, moved.n
  from appointments cross join (values (0, -1), (-1, 1)) moved(days, n)
  where local_start::time < '03:00';
create or replace function appointments_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into day_count_deltas
      values (old.location_id, (old.local_start - interval '3 hours')::date, old.status, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into day_count_deltas
      values (new.location_id, (new.local_start - interval '3 hours')::date, new.status, 1);
  end if;
  return null;
end $$;
