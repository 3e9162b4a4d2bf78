-- What is left of a deleted person, and how long.

-- By number alone, to be deleted once more after a restore. Her row may be gone, and after the restore its
-- number may belong to somebody else: `person_since` tells them apart.
create table deletions (
  user_id int primary key,
  person_since timestamptz not null,
  at timestamptz not null
);

-- What each night removed, by kind.
create table retention_runs (
  day date primary key,
  finished_at timestamptz,
  removed jsonb not null default '{}'
);

-- Events keep that something happened to a deleted person, not what: no words, no address of hers.
create function forget_words_of(person int) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare structure constant text[] := array['locationId', 'appointmentDate', 'appointmentTime', 'status',
  'serviceId', 'doctorId', 'room', 'role', 'fields', 'day', 'import', 'guardian', 'relation'];
begin
  if exists (select from public.users where id = person and erased_at is null) then
    raise exception 'she is still here';
  end if;
  perform set_config('hakima.retention', 'on', true);
  update public.events set
    before = (select jsonb_object_agg(key, value) from jsonb_each(before) where key = any (structure)),
    after = (select jsonb_object_agg(key, value) from jsonb_each(after) where key = any (structure))
  where patient_id = person or (subject = 'users' and subject_id = person);
  update public.events set ip = null where actor_id = person;
  perform set_config('hakima.retention', 'off', true);
end $$;

-- Clinical notes go with the visits they belong to, when the years are over for which the law wants them.
create or replace function clinical_notes_append_only() returns trigger language plpgsql as $$ begin
  if current_setting('hakima.retention', true) = 'on'
    and current_user = (select pg_get_userbyid(relowner) from pg_catalog.pg_class where oid = tg_relid) then
    return coalesce(new, old);
  end if;
  raise exception 'clinical notes are append-only';
end $$;
create function forget_clinical_notes_of(person int) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare gone bigint; begin
  if exists (select from public.users where id = person and erased_at is null)
    or exists (select from public.clinical_notes where patient_id = person and at > now() - interval '1 year') then
    raise exception 'her notes are kept';
  end if;
  delete from public.shared_notes where note_id in (select id from public.clinical_notes where patient_id = person);
  perform set_config('hakima.retention', 'on', true);
  delete from public.clinical_notes where patient_id = person;
  get diagnostics gone = row_count;
  perform set_config('hakima.retention', 'off', true);
  return gone;
end $$;
