-- A branch is booked by its rooms or by the doctors on duty there; a visit remembers whom she asked for, so that
-- a move keeps it. What names a doctor so far was named.
alter table locations add column booked_by text not null default 'room' check (booked_by in ('room', 'doctor'));
alter table appointments add column doctor_wish text not null default 'any'
  check (doctor_wish in ('any', 'woman', 'named'));
update appointments set doctor_wish = 'named' where doctor_id is not null;
create index appointments_of_doctors on appointments (local_start)
  include (local_end, doctor_id, room, status) where doctor_id is not null;
