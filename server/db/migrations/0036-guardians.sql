-- Who looks after whom. Who is looked after without an account of her own is a patient whom
-- auth_provider = 'cared' says so of; her messages go to her guardian.

create table guardians (
  id int generated always as identity primary key,
  patient_id int not null references users on delete cascade,
  guardian_id int not null references users on delete cascade,
  -- What the patient is to her guardian.
  relation text not null check (relation in ('mother', 'daughter', 'sister', 'motherInLaw', 'other')),
  -- As the guardian said it; the date of birth in the file wins.
  birth_year smallint check (birth_year between 1900 and 2200),
  sees_visits boolean not null default true,
  -- Of an adult: once she agreed.
  reads_notes boolean not null default false,
  since timestamptz not null default now(),
  until timestamptz,
  check (patient_id <> guardian_id)
);
-- One at a time looks after her; who did before stands in the rows that ended.
create unique index guardians_standing on guardians (patient_id) where until is null;
create index guardians_of on guardians (guardian_id) where until is null;
