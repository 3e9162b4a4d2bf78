-- The branch that somebody of the staff chose last: what her screens begin with.

alter table staff add column home_location_id integer references locations(id) on delete set null;
