-- One save can displace appointments for several reasons: each appointment names its own.
-- Empty: the previous version wrote the row, and the disruption names the reason.
alter table displaced add column causes text[] not null default '{}';

update displaced d set causes = case
    when x.fewer_rooms and x.cause = 'departure' then array['rooms', 'duty']
    when x.cause = 'departure' and x.doctor_id is null then array['duty']
    else array[x.cause] end
  from disruptions x where x.id = d.disruption_id;
