-- Two records of one woman become one, and can be parted again for thirty days.

-- The record that went; her number still leads to the one that is kept.
alter table users add column merged_into int references users;
create index users_merged on users (merged_into) where merged_into is not null;

create table merges (
  id int generated always as identity primary key,
  kept_id int not null references users on delete cascade,
  gone_id int not null references users on delete cascade,
  merged_by int references users on delete set null,
  at timestamptz not null,
  -- What was moved, by column and key; and both as they were. Gone once it cannot be undone any more.
  moved jsonb not null default '{}',
  before jsonb,
  undone_by int references users on delete set null,
  undone_at timestamptz,
  check (kept_id <> gone_id)
);
create unique index merges_standing on merges (gone_id) where undone_at is null;
create index merges_of_kept on merges (kept_id);

-- What somebody of the staff said of two records: one woman, or two.
create table doubles (
  low_id int not null references users on delete cascade,
  high_id int not null references users on delete cascade,
  verdict text not null check (verdict in ('same', 'different')),
  said_by int references users on delete set null,
  at timestamptz not null,
  primary key (low_id, high_id),
  check (low_id < high_id)
);

-- Signed notes go with their patient, within a merge that stands and no other way. Without `only` all of them;
-- a correction goes with what it corrects. Answers which they were.
create function move_clinical_notes(from_id int, to_id int, only_ids int[]) returns int[]
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare moved int[]; begin
  if not exists (select from public.merges where undone_at is null
    and ((gone_id = from_id and kept_id = to_id) or (gone_id = to_id and kept_id = from_id))) then
    raise exception 'these two are not merged';
  end if;
  perform set_config('hakima.retention', 'on', true);
  with recursive meant as (
    select id from public.clinical_notes where patient_id = from_id and (only_ids is null or id = any (only_ids))
    union select n.id from public.clinical_notes n join meant on n.corrects = meant.id
  ), done as (
    update public.clinical_notes set patient_id = to_id where id in (select id from meant) returning id
  ) select coalesce(array_agg(id), '{}') into moved from done;
  perform set_config('hakima.retention', 'off', true);
  return moved;
end $$;

-- A number finds whoever it was merged into.
create function standing_id(number int) returns int language sql stable as $$
  with recursive line as (
    select id, merged_into from users where id = number
    union select u.id, u.merged_into from users u join line on u.id = line.merged_into
  ) select id from line where merged_into is null $$;
create or replace function people_matching(written text, phone text, heard tsquery, reference int, roles text[],
  most int) returns setof int language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$
begin
  return query execute 'select id from users where (search like $1 or search like $2 or words @@ $3 or id = $4)
    and ($5 is null or role = any ($5)) and erased_at is null limit $6'
    using written, phone, heard, standing_id(reference), roles, most;
end $$;

-- Every number under which somebody was kept, the present one first.
create function numbers_of(person int) returns setof int language sql stable as $$
  with recursive line as (
    select person as id
    union select u.id from users u join line on u.merged_into = line.id
  ) select id from line $$;
