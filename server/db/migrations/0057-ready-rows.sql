-- What of an import waits to come in, found without passing over what is in.
create index import_rows_ready on import_rows (import_id, n)
  where outcome is null and verdict in ('new', 'same');
