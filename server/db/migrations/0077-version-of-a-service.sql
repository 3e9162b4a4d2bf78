-- Two admins who edit one service at the same time: the second is told, instead of erasing what the first saved.
alter table services add column version integer not null default 1;
