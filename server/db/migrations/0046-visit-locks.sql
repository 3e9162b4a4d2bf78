-- A patient may lock her visits on a phone that others hold: by a number of hers, until she opens them for a
-- while in a session.
create table visit_locks (
  user_id int primary key references users on delete cascade,
  pin_hash text not null,
  set_at timestamptz not null
);
alter table sessions add column unlocked_until timestamptz;
