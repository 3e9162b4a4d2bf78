-- When a patient was last told the time, status or doctor of her appointment, after its booking. The previous version
-- does not write it: a reminder may then repeat the message of a move.
alter table appointments add column stated_at timestamp with time zone;

update appointments set stated_at = updated_at where version > 1 and local_start > now() at time zone 'utc';
