-- Whose visits a doctor's screens show: all of the clinic's, until she chooses her own.
alter table staff add column only_mine boolean not null default false;
