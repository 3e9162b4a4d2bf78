-- That somebody opened a file, or read its notes, is told once a day of the clinic: `after` names the day.
create unique index events_opened_once on events (patient_id, actor_id, action, (after ->> 'day'))
  where action in ('file_opened', 'notes_read');
