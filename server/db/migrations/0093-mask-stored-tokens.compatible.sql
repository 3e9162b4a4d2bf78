-- Masks the tokens of links in stored reports of browsers, as `scrub.ts` does in new ones.
update client_logs
  set page = regexp_replace(page, secret, '\1:token', 'gi'), text = regexp_replace(text, secret, '\1:token', 'gi'),
    details = regexp_replace(details::text, secret, '\1:token', 'gi')::jsonb
  from (values ('(/(?:l|here|screen|calendars|api/links|api/screens)/)[\w%~-]+')) as masked (secret)
  where concat_ws(' ', page, text, details::text) ~* secret;

update error_groups
  set message = regexp_replace(message, secret, '\1:token', 'gi'),
    sample = regexp_replace(sample::text, secret, '\1:token', 'gi')::jsonb
  from (values ('(/(?:l|here|screen|calendars|api/links|api/screens)/)[\w%~-]+')) as masked (secret)
  where concat_ws(' ', message, sample::text) ~* secret;
