-- The day itself: tickets, and where everybody is. A ticket is drawn from the counter of its branch and day, so
-- that it is given once, also where the visit it was given to is gone; the constraint says so once more.

create table day_tickets (
  location_id integer not null references locations(id) on delete cascade,
  day date not null,
  last smallint not null check (last >= 1),
  primary key (location_id, day)
);

create table arrivals (
  appointment_id integer primary key references appointments(id) on delete cascade,
  location_id integer not null references locations(id),
  day date not null,
  ticket smallint check (ticket >= 1),
  walk_in boolean not null default false,
  here_at timestamptz,
  arrived_at timestamptz,
  called_at timestamptz,
  seen_at timestamptz,
  left_at timestamptz,
  room smallint check (room >= 1),
  place double precision,
  moved_because text check (length(moved_because) <= 200),
  constraint arrivals_ticket unique (location_id, day, ticket),
  constraint arrivals_in_order check (
    (arrived_at is null or ticket is not null) and (called_at is null or arrived_at is not null)
    and (seen_at is null or called_at is not null) and (left_at is null or arrived_at is not null))
);
