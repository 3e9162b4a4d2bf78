-- Appointments per branch and status, kept as `day_counts` is: the tiles and the lists of a branch need no sum
-- over all days there ever were. And the days by themselves: what is still to come is summed from its first day.
create table branch_counts (
  location_id int,
  status text,
  n int not null,
  primary key (location_id, status)
);
insert into branch_counts select location_id, status, sum(n) from day_counts group by 1, 2;
create index day_counts_by_day on day_counts (day) include (location_id, status, n);
