-- One save can take rooms and let only doctors on duty be booked: the list of its appointments names both.
alter table disruptions add column fewer_rooms boolean not null default false;
