-- What came of calling somebody: who called, and what she said. And whom a message to many did not reach, so
-- that somebody calls her.
alter table displaced add column called_by int references users on delete set null, add column said text;

create table unreached (
  id int generated always as identity primary key,
  notice_id int not null references notices on delete cascade,
  -- Who would have read it, and is called: the patient, or who looks after her.
  patient_id int not null references users,
  -- The first visit that it was about, as it was.
  appointment_id int not null references appointments on delete cascade,
  location_id int not null references locations,
  local_start timestamp(0) not null,
  tried_at timestamptz,
  called_at timestamptz,
  called_by int references users on delete set null,
  said text
);
create index unreached_to_call on unreached (local_start) where called_at is null;
create index unreached_by_visit on unreached (appointment_id);
create index unreached_by_patient on unreached (patient_id);
