-- A branch that is closed for good has no hours from this day on.
alter table locations add column closed_from date;
