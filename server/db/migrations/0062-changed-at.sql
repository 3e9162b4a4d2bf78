-- When what other programs read of somebody or something changed last (FHIR's _lastUpdated), by the clock of
-- the database. What is there already counts as changed now: what was before nobody wrote down.
create function note_change() returns trigger language plpgsql as $$ begin
  new.updated_at := now();
  return new;
end $$;

alter table users add column updated_at timestamptz not null default now();
alter table locations add column updated_at timestamptz not null default now();
alter table services add column updated_at timestamptz not null default now();
alter table staff add column updated_at timestamptz not null default now();

create trigger users_changed before update of name, email, phone, phone2, locale on users for each row
  when ((old.name, old.email, old.phone, old.phone2, old.locale)
    is distinct from (new.name, new.email, new.phone, new.phone2, new.locale))
  execute function note_change();
create trigger locations_changed before update of name, name_ar, address, phone, archived_at on locations
  for each row when ((old.name, old.name_ar, old.address, old.phone, old.archived_at)
    is distinct from (new.name, new.name_ar, new.address, new.phone, new.archived_at))
  execute function note_change();
create trigger services_changed before update of name, description, minutes, archived_at on services
  for each row when ((old.name, old.description, old.minutes, old.archived_at)
    is distinct from (new.name, new.description, new.minutes, new.archived_at))
  execute function note_change();
create trigger staff_changed before update of title, speciality, gender on staff for each row
  when ((old.title, old.speciality, old.gender) is distinct from (new.title, new.speciality, new.gender))
  execute function note_change();

-- What stands beside their rows is theirs; within one transaction it is noted once.
create function note_change_of_user() returns trigger language plpgsql as $$ begin
  update users set updated_at = now() where id in (new.patient_id, old.patient_id) and updated_at <> now();
  return null;
end $$;
create trigger patient_files_born after insert on patient_files for each row
  when (new.birth_date is not null) execute function note_change_of_user();
create trigger patient_files_changed after update of birth_date on patient_files for each row
  when (old.birth_date is distinct from new.birth_date) execute function note_change_of_user();
-- A merge takes it from one record to another: both have changed.
create trigger guardians_changed after insert or update of patient_id on guardians for each row
  when (new.birth_year is not null) execute function note_change_of_user();
create function note_change_of_staff() returns trigger language plpgsql as $$ begin
  update staff set updated_at = now() where user_id = coalesce(new.user_id, old.user_id)
    and updated_at <> now();
  return null;
end $$;
create trigger staff_locations_changed after insert or delete on staff_locations for each row
  execute function note_change_of_staff();

-- Pages of what changed go on where the last one ended.
create index users_by_change on users (updated_at, id);
create index appointments_by_change_in_order on appointments (updated_at, id);
-- not additive: the index that is dropped is a part of the one before, which every statement finds
drop index appointments_by_change;
-- Who said of somebody only the year in which she was born.
create index guardians_birth_years on guardians (patient_id, id) where birth_year is not null;
