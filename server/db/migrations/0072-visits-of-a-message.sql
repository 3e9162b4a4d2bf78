-- Of which visits a message about several spoke: what is said back to it is about these. Its words go when it
-- is sent.
alter table messages add column visit_ids int[];
