-- An import tells what every line of its file is, reads files without headings, has an order of day and month
-- for each column of dates, and keeps what no field holds as a note in the patient's file.
alter table imports
  add column has_headings boolean,
  add column account jsonb,
  add column accepted text[] not null default '{}',
  add column found_orders jsonb;
alter table imports drop column found_order;
alter table import_rows add column problem text check (problem in ('headingsAgain', 'secondTable'));
alter table patient_files add column note text not null default '' check (length(note) <= 20000);

-- Patients whose import is undone are deleted: each of these tables is asked whether it mentions them.
create index users_created_by on users (created_by) where created_by is not null;
create index identities_user on identities (user_id);
create index tokens_user on tokens (user_id) where user_id is not null;
create index push_subscriptions_user on push_subscriptions (user_id);
create index offers_created_by on offers (created_by) where created_by is not null;
create index offers_called_by on offers (called_by) where called_by is not null;
create index displaced_patient on displaced (patient_id);
create index no_shows_excused_by on no_shows (excused_by) where excused_by is not null;
create index doubles_high on doubles (high_id);
create index consents_given_by on consents (given_by) where given_by is not null;
create index consents_withdrawn_by on consents (withdrawn_by) where withdrawn_by is not null;
create index patient_alerts_author on patient_alerts (author_id) where author_id is not null;
