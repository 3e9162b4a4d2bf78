-- Who agreed to which version of the privacy notice, in which language, and who entered it.
create table consents (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  content_id int not null references content_versions,
  lang text not null check (lang in ('en', 'ar')),
  at_desk boolean not null,
  given_by int references users on delete set null,
  given_at timestamptz not null,
  withdrawn_by int references users on delete set null,
  withdrawn_at timestamptz
);
create index consents_of_user on consents (user_id, id);
-- A change of substance: whoever has not agreed to this version, or a later one, is asked.
alter table content_versions add column asks_anew boolean not null default false;
