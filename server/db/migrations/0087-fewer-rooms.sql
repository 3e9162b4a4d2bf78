-- not additive: the list of causes only grows; the previous version writes none of the new ones.
-- Appointments that no longer fit into the rooms of a branch are displaced as well.
alter table disruptions drop constraint disruptions_cause_check;
alter table disruptions add constraint disruptions_cause_check
  check (cause in ('absence', 'hours', 'departure', 'rooms'));
