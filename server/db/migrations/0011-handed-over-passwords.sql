-- A password that was handed over is good for a week (`handedOverPasswordDays`); null: as long as she likes.
-- Those that are out already have theirs from now. The super admin's first one has nobody to replace it.

alter table credentials add column expires_at timestamptz;

update credentials set expires_at = now() + interval '7 days'
  from users where users.id = credentials.user_id and credentials.must_change and not users.is_super_admin;
