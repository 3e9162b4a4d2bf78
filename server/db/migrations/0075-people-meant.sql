-- The like of `people_matching` with all that stands of whom it finds: who is placed one by one is not looked
-- up again. Of `heard` each word, which & joins, is a condition of its own: what two of them have in common the
-- index finds sooner than what meets one condition of both.
create function people_meant(written text, heard tsquery, reference int, roles text[], most int)
  returns setof users language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$
declare
  each_word text := (select string_agg(format('words @@ %L', word), ' and ')
    from regexp_split_to_table(heard::text, ' & ') word);
begin
  return query execute 'select * from users where (search like $1 or ' || coalesce(each_word, 'false') || '
    or id = $2) and role = any ($3) and erased_at is null limit $4'
    using written, standing_id(reference), roles, most;
end $$;
