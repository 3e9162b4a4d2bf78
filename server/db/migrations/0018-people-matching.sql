-- People whose text or words match, of the given roles (null: all), as many as are asked for, always by the
-- indexes: with a limit the planner would read the whole table for words that it takes to be frequent.
-- Planned anew with its values each time, which is what makes a null cost nothing.
-- `written` and `phone` are LIKE patterns, `heard` a query over `words`; null matches nobody.

create function people_matching(written text, phone text, heard tsquery, reference integer, roles text[],
  most integer) returns setof integer language plpgsql stable
  set enable_seqscan = off set enable_indexscan = off as $$ begin
  return query execute 'select id from users where (search like $1 or search like $2 or words @@ $3 or id = $4)
    and ($5 is null or role = any ($5)) and erased_at is null limit $6'
    using written, phone, heard, reference, roles, most;
end $$;

-- Who begins so, in order, without reading who does not.
create index users_by_text on users (role, (search collate "C"), id);

-- A word that begins with a vowel is told from others now: the task reckons all of them anew.
update users set words = null;
