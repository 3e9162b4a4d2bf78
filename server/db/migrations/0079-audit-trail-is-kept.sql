-- The audit trail is kept for ever, so nothing shortens it.
-- not additive: the version before calls this function only where an owner limited the years, which is off by default.
drop function forget_events(timestamptz);
