-- A doctor who leaves the clinic, a branch or a duty displaces appointments as an absence does.
alter table disruptions add column cause text not null default 'absence'
  check (cause in ('absence', 'hours', 'departure'));
update disruptions set cause = 'hours' where location_id is not null;
