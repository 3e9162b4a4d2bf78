-- What a list of appointments is narrowed to, under a name, for each of the staff on every device. What is
-- searched for is not among it: that would be somebody's name.

create table saved_filters (
  id int generated always as identity primary key,
  user_id int not null references users on delete cascade,
  name text not null check (length(name) between 1 and 40),
  filters jsonb not null
);
create unique index saved_filters_name on saved_filters (user_id, lower(name));
