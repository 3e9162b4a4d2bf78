-- A visit may name its doctor. She is never in two places: visits that hold a room keep her to themselves, at
-- whichever branch. Staff have a name in Arabic, and may say whether they are a woman or a man.
alter table staff add column name_ar text,
  add column gender text check (gender in ('female', 'male'));

alter table appointments add column doctor_id integer references users(id);
alter table appointments add constraint appointments_doctor_overlap
  exclude using gist (doctor_id with =, tsrange(local_start, local_end) with &&)
  where (status not in ('cancelled', 'no_show') and room is not null and doctor_id is not null);
create index appointments_by_doctor on appointments (doctor_id, local_start, id) where doctor_id is not null;
