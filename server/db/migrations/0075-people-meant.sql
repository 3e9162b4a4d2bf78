-- The like of `people_matching` with all that stands of whom it finds: who is placed one by one is not looked
-- up again. Of `heard` each word, which & joins, is a condition of its own: what two of them have in common the
-- index finds sooner than what meets one condition of both. What she is called stands in no statement's text,
-- which the database writes into its log where one takes too long.
create function people_meant(written text, heard tsquery, reference int, roles text[], most int)
  returns setof users language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$
declare
  heard_words tsquery[] := array(select word::tsquery from regexp_split_to_table(heard::text, ' & ') word);
  each_word text := (select string_agg(format('words @@ $2[%s]', nth), ' and ')
    from generate_subscripts(heard_words, 1) nth);
begin
  return query execute 'select * from users where (search like $1 or ' || coalesce(each_word, 'false') || '
    or id = $3) and role = any ($4) and erased_at is null limit $5'
    using written, heard_words, standing_id(reference), roles, most;
end $$;
