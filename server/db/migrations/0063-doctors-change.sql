-- A doctor who comes back, or somebody who becomes one, is read anew by other programs: that is a change
-- (FHIR's _lastUpdated), as her name is.
create or replace trigger users_changed
  before update of name, email, phone, phone2, locale, role, deactivated_at on users for each row
  when ((old.name, old.email, old.phone, old.phone2, old.locale)
    is distinct from (new.name, new.email, new.phone, new.phone2, new.locale)
    or 'doctor' in (old.role, new.role)
      and (old.role, old.deactivated_at) is distinct from (new.role, new.deactivated_at))
  execute function note_change();
