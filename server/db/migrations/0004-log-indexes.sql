-- The log pages: every filter has an index that is already in the order of the page.

create index messages_at on messages (created_at, id);
create index events_by_kind on events (subject, id);
create index events_by_action on events (action, id);
