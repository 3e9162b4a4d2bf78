-- What people are found by besides the text as it is written: their words in any order, and how their names
-- sound in either script (`searchWords` in shared/domain/people/search-words.ts). Null: not reckoned yet, which
-- a task does; whatever changes a name without saying its words leaves that to the task as well.

alter table users add column words tsvector;

create index users_words on users using gin (words) with (fastupdate = off);
create index users_without_words on users (id) where words is null;

create function users_outdate_words() returns trigger language plpgsql as $$ begin
  if (new.name, new.username, new.phone, new.phone2) is distinct from (old.name, old.username, old.phone, old.phone2)
    and new.words is not distinct from old.words then new.words = null; end if;
  return new;
end $$;
create trigger users_outdate_words before update of name, username, phone, phone2 on users
  for each row execute function users_outdate_words();
