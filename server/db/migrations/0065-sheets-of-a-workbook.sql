-- Which sheets of a workbook can be read, and which of them is.
alter table imports add column sheets text[] not null default '{}', add column sheet integer;
