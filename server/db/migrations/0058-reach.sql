-- When somebody's phone may ring, as she said it herself or at the desk:
-- {"calls": false, "hours": {"from": "10:00", "to": "14:00"}}. Null: she said nothing.
alter table users add column reach jsonb;
