-- not additive: the check allows more; the previous version writes none of the new rows.
-- One save can change the hours of several branches: then the disruption names none.
alter table disruptions drop constraint disruptions_check;
alter table disruptions add constraint disruptions_check check (
  case when doctor_id is not null then location_id is null else location_id is not null or cause = 'hours' end);
