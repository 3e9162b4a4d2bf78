-- Passwords by reset from before 0068, of who has locked her visits: the trail knows them. What the clinic
-- handed over since is no such password.
update credentials c set reset_at = past.reset_at
from visit_locks l
cross join lateral (
  select max(at) filter (where action = 'password_reset') as reset_at,
    max(at) filter (where action = 'password_handed_over') as handed_over_at
  from events where subject = 'users' and subject_id = l.user_id
    and action in ('password_reset', 'password_handed_over')
) past
where c.user_id = l.user_id and c.reset_at is null and past.reset_at >= l.set_at
  and past.reset_at > coalesce(past.handed_over_at, '-infinity');
