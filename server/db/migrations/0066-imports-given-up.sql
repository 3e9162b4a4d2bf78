-- How often a process took an import up since it last came a step further.
alter table imports add column attempts smallint not null default 0;
