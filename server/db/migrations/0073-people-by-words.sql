-- A phone is a word as well: what it begins with is looked for among the words, where a pattern had to be
-- compared with the trigrams that nearly all phones have. `written` is a LIKE pattern, `heard` a query over
-- `words`; null matches nobody. The one that knows patterns of phones goes when no server asks it any more.
create function people_matching(written text, heard tsquery, reference int, roles text[], most int)
  returns setof int language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$
begin
  return query execute 'select id from users where (search like $1 or words @@ $2 or id = $3)
    and role = any ($4) and erased_at is null limit $5'
    using written, heard, standing_id(reference), roles, most;
end $$;
